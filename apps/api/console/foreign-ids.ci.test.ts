/**
 * No route of the console reads or changes another account's links, tags, templates, keys, passkeys and
 * sessions. Both accounts
 * have two of each, so that no other rule causes a refusal, such as the rule that the last passkey stays.
 */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { askForUpgrade } from '#api/accounts/upgrades';
import { OPERATOR } from '#domain/account-events';
import { type Browser, newDeveloper, signedIn } from '#testkit/browser';
import { paintLogo, toBase64 } from '#testkit/logo';
import { createWorld, freshAlias } from '#testkit/world';
import { consoleApp } from './console';
import { EDITABLE } from './links/properties';

const world = createWorld();

type Ids = { code: string; tag: string; template: string; key: string; passkey: string; session: string };

/** Makes a developer with two links, tags, keys, passkeys and sessions, and an upgrade request. */
async function developer() {
  const { browser, accountId } = await newDeveloper(world, 'HOBBY');
  const other = await signedIn(world, accountId);
  const [first, second] = [await world.newKey('HOBBY', { accountId }), await world.newKey('INDIE', { accountId })];
  const [code, tag] = [freshAlias('mine'), freshAlias('tag')];
  for (const alias of [code, freshAlias('mine')]) {
    const body = { url: 'https://example.com/', alias, tags: [tag, 'other'], password: 'secret words' };
    expect((await world.shorten(second.key, body)).status).toBe(201);
  }
  const passkeys = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of passkeys) {
    await env.DB.prepare(
      `INSERT INTO passkeys (id, account_id, name, public_key, counter, transports, created_at, used_at)
       VALUES (?1, ?2, 'Laptop', 'x', 0, '[]', 1, 1)`,
    )
      .bind(id, accountId)
      .run();
  }
  await askForUpgrade(env, accountId, { plan: 'PRO' }, OPERATOR, 1);
  const session = env.DB.prepare('SELECT id FROM sessions WHERE account_id = ?1 LIMIT 1').bind(accountId);
  for (const name of ['one', 'other']) await browser.post('/templates', { name, utm_source: name });
  const template = env.DB.prepare('SELECT id FROM utm_templates WHERE account_id = ?1 LIMIT 1').bind(accountId);
  const ids: Ids = {
    ...{ code, tag, key: first.id, passkey: passkeys[0] ?? '' },
    ...{ session: (await session.first('id')) ?? '', template: (await template.first('id')) ?? '' },
  };
  return { browser, other, accountId, ids };
}

type Developer = Awaited<ReturnType<typeof developer>>;

const TABLES = [
  'keys',
  'passkeys',
  'sessions',
  'sign_in_links',
  'upgrade_requests',
  'links',
  'tags',
  'qr_styles',
  'utm_templates',
];

/** All rows of an account in D1, without the last use of keys, which their objects store after the response. */
async function readRows(accountId: string): Promise<unknown[]> {
  const account = env.DB.prepare('SELECT * FROM accounts WHERE id = ?1').bind(accountId);
  const tables = TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table} WHERE account_id = ?1`).bind(accountId));
  const results = await env.DB.batch<Record<string, unknown>>([account, ...tables]);
  return results.map(({ results: rows }) => rows.map(({ last_used_at: _, ...row }) => row));
}

/** The fields with which a form of the owner succeeds, by the last segment of its path. A tag keeps its name. */
const formFields = (id: string): Record<string, Record<string, string>> => ({
  change: { name: id, color: 'blue', utm_source: 'news' },
  merge: { into: 'other' },
  name: { name: 'Taken over' },
  rotate: { grace: '0' },
  switch: { status: 'inactive' },
  destination: { url: 'https://example.org/' },
  logo: { logo: toBase64(paintLogo('disc', 8)) },
  look: { color: '1b2f6b', bgColor: 'ffffff', logo: 'false' },
});

/** The routes of the console that have an id, and the kind of id that each takes. */
const ROUTES_WITH_IDS: readonly [method: string, path: string, id: keyof Ids][] = [
  ...new Set(consoleApp.routes.filter(({ path, method }) => path.includes(':') && method !== 'ALL').map(makeKey)),
].flatMap((route): [string, string, keyof Ids][] => {
  const [method = '', path = ''] = route.split(' ');
  const [, place = ''] = path.split('/').filter(Boolean);
  const ids: Partial<Record<string, keyof Ids>> = {
    links: 'code',
    tags: 'tag',
    templates: 'template',
    keys: 'key',
    passkeys: 'passkey',
    sessions: 'session',
  };
  const id = ids[place];
  // Results of several links belong to the form that an account has sent (links/several-links.test.ts).
  if (id === undefined && !['sign-in', 'assets', 'several-links'].includes(place))
    throw new Error(`The kind of id in ${route} is unknown`);
  return id === undefined ? [] : [[method, path.replace('/console', ''), id]];
});

function makeKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

const request = (browser: Browser, method: string, path: string, id: string) => {
  const address = path.replace(/:\w+/, id);
  return method === 'GET'
    ? browser.get(address)
    : browser.post(address, formFields(id)[address.split('/').at(-1) ?? ''] ?? {});
};

/** The ends of the addresses of the forms that change a property of a link. */
const EDITS = Object.values(EDITABLE).map(({ path }) => path);

/** Sends the owner's request. Forms that detect a concurrent change also need the hidden fields of their page. */
const requestAsOwner = ({ other }: Developer, method: string, path: string, id: string) => {
  const address = path.replace(/:\w+/, id);
  const [page = '', last = ''] = address.split(/\/(?=[^/]*$)/);
  if (method === 'POST' && ((path.startsWith('/links/') && EDITS.includes(last)) || last === 'rights'))
    return other.send(page, address, formFields(id)[last]);
  return request(other, method, path, id);
};

describe('the data of another account', () => {
  let [mine, theirs] = [{} as Developer, {} as Developer];
  let [ownRows, theirRows] = [[] as unknown[], [] as unknown[]];
  beforeAll(async () => {
    [mine, theirs] = [await developer(), await developer()];
    [ownRows, theirRows] = [await readRows(mine.accountId), await readRows(theirs.accountId)];
  });

  it('is named in routes by ids of links, keys, passkeys, sessions and templates and by names of tags only', () => {
    const kinds = [...new Set(ROUTES_WITH_IDS.map(([, , id]) => id))].sort();
    expect(kinds).toEqual(['code', 'key', 'passkey', 'session', 'tag', 'template']);
  });

  it.each(ROUTES_WITH_IDS)('is refused to %s %s with 404, and does not change', async (method, path, id) => {
    expect((await request(mine.browser, method, path, theirs.ids[id])).status).toBe(404);
    expect(await readRows(theirs.accountId)).toEqual(theirRows);
    expect(await readRows(mine.accountId)).toEqual(ownRows);
  });

  it('is reached by its owner on all these routes', async () => {
    const shared = await developer();
    for (const [method, path, id] of ROUTES_WITH_IDS) {
      // After a merge the tag is gone.
      const owner = path.endsWith('/merge') ? await developer() : shared;
      expect((await requestAsOwner(owner, method, path, owner.ids[id])).status, path).toBeLessThan(400);
    }
  });

  it.each([
    ['ending all other sessions', '/sessions/others/end', {}],
    ['withdrawing an upgrade request', '/plan/withdraw', {}],
    ['requesting a plan', '/plan/upgrade', { plan: 'INDIE' }],
    ['renaming an account', '/account/name', { name: 'Renamed' }],
    ['signing out', '/sign-out', {}],
    ['deleting the account', '/account/delete', { confirmation: 'delete' }],
  ])('does not change through %s', async (_, path, fields) => {
    const { browser, accountId } = await developer();
    const rows = await readRows(accountId);
    expect((await browser.post(path, fields)).status).toBeLessThan(400);
    expect(await readRows(accountId)).not.toEqual(rows);
    expect(await readRows(theirs.accountId)).toEqual(theirRows);
    expect((await theirs.browser.get('')).status).toBe(200);
  });
});
