/** Codes of dead links: their owner may use them again for a new link. No other account can get them. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, onlyFor, Tap, tappedD1 } from '#testkit/faults';
import { createWorld, freshAlias, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

type Row = { id: string; version: number; password: string | null; threat: string | null; max_clicks: number | null };
const readRow = async (code: string) =>
  (await env.DB.prepare('SELECT id, version, password, threat, max_clicks FROM links WHERE code = ?1')
    .bind(code)
    .first<Row>()) as Row;
const make = (owner: NewKey, alias: string, more: Record<string, unknown> = {}) =>
  world.shorten(owner.key, { url: OLD, alias, ...more });

const remove = (owner: NewKey, alias: string) => world.v2(owner.key, 'DELETE', `/links/${alias}`);

/** The ways in which a link dies, each with the options that the link needs. */
const DEATHS: [string, Record<string, unknown>, (owner: NewKey, alias: string) => Promise<unknown>][] = [
  ['deleted', {}, remove],
  ['expired', { expiresIn: 60 }, async () => turnTo(NOON + 60_000)],
  [
    'spent',
    { maxClicks: 2 },
    async (_, alias) => {
      for (let i = 0; i < 2; i++) await world.visit(alias);
      await runDurableObjectAlarm(env.CLICKS.getByName((await readRow(alias)).id));
    },
  ],
];

async function deadLink(options: Record<string, unknown>, kill: (owner: NewKey, alias: string) => Promise<unknown>) {
  turnTo(NOON);
  const owner = await world.newKey('PRO');
  const alias = freshAlias('again');
  expect((await make(owner, alias, options)).status).toBe(201);
  await kill(owner, alias);
  expect((await world.visit(alias)).status).toBe(410);
  return { owner, alias, before: await readRow(alias) };
}

describe.each(DEATHS)('the alias of a link that is %s', (_, options, kill) => {
  it('can be used again at once, by a link with another id, a higher version and no clicks', async () => {
    const { owner, alias, before } = await deadLink(options, kill);
    expect((await world.shorten(owner.key, { url: NEW, alias, maxClicks: 2 })).status).toBe(201);
    const after = await readRow(alias);
    expect(after.id).not.toBe(before.id);
    expect(after.version).toBe(before.version + 1);
    const isolate = createWorld(); // A new isolate has not cached the old entry.
    const visits = [];
    for (let i = 0; i < 3; i++) visits.push(await isolate.visit(alias));
    const statuses = visits.map((one) => one.status);
    expect(statuses).toEqual([302, 302, 410]);
    expect(visits[0]?.headers.get('Location')).toBe(NEW);
    expect(decodeEntry((await env.ROUTES.get(makeEntryKey(alias))) ?? '')).toMatchObject({ version: after.version });
  });

  it('can be used again with any key of the account', async () => {
    const { owner, alias } = await deadLink(options, kill);
    const second = await world.newKey('PRO', { accountId: owner.accountId });
    expect((await make(second, alias)).status).toBe(201);
  });

  it('is ALIAS_TAKEN for every other account', async () => {
    const { alias, before } = await deadLink(options, kill);
    const stranger = await world.newKey('PRO');
    for (const spelling of [alias, alias.toUpperCase()]) {
      const refused = await make(stranger, spelling);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ message: 'Alias is already taken', errorType: 'ALIAS_TAKEN' });
    }
    expect(await readRow(alias)).toEqual(before);
    expect((await world.visit(alias)).status).toBe(410);
  });

  it('goes to exactly one of twenty simultaneous creations by its owner', async () => {
    const { owner, alias } = await deadLink(options, kill);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_each, i) => world.shorten(owner.key, { url: `${NEW}/${i}`, alias })),
    );
    const winners = responses.filter((one) => one.status === 201);
    expect(winners).toHaveLength(1);
    const { url } = (await winners[0]?.json<{ url: string }>()) ?? {};
    expect((await createWorld().visit(alias)).headers.get('Location')).toBe(url);
  });

  it('leads to the new destination after 10 s, even in an isolate that has cached the old edge entry', async () => {
    const { owner, alias } = await deadLink(options, kill);
    const taken = Date.now();
    await world.shorten(owner.key, { url: NEW, alias });
    turnTo(taken + 10_000);
    expect((await world.visit(alias)).headers.get('Location')).toBe(NEW);
  });
});

describe('the second use of an alias', () => {
  it('keeps no password, limit or pending threat of the old link', async () => {
    const { owner, alias } = await deadLink({ expiresIn: 60, maxClicks: 3 }, async (_, code) => {
      await env.DB.prepare("UPDATE links SET password = '$x', threat = 'pending' WHERE code = ?1").bind(code).run();
      turnTo(NOON + 60_000);
    });
    const made = await (await world.shorten(owner.key, { url: NEW, alias })).json<Record<string, unknown>>();
    expect(Object.keys(made).sort()).toEqual(['alias', 'createdAt', 'shortCode', 'shortUrl', 'url']);
    expect(await readRow(alias)).toMatchObject({ password: null, threat: null, max_clicks: null });
    expect((await createWorld().visit(alias)).headers.get('Location')).toBe(NEW);
  });

  it('makes one link, even if D1’s response is lost after the commit', async () => {
    const { owner, alias, before } = await deadLink({}, remove);
    let inserts = 0;
    const tap = new Tap(
      onlyFor(/insert into "links"/i, async (call) => {
        const response = await call();
        if (++inserts === 1) throw new Error('D1_ERROR: Network connection lost.');
        return response;
      }),
    );
    const made = await createWorld({ DB: tappedD1(env.DB, tap) }).shorten(owner.key, { url: NEW, alias });
    expect(made.status).toBe(201);
    const { version } = await readRow(alias);
    expect(version).toBe(before.version + 1);
    expect((await createWorld().visit(alias)).headers.get('Location')).toBe(NEW);
  });

  it('is refused if the operator has blocked the old link, and visits stay 410 BLOCKED', async () => {
    const owner = await world.newKey('PRO');
    const alias = freshAlias('blocked');
    await make(owner, alias);
    await world.admin('POST', `/links/${alias}/block`, { reason: 'phishing' });
    await world.v2(owner.key, 'DELETE', `/links/${alias}`);
    expect((await make(owner, alias)).status).toBe(400);
    expect(await (await world.visit(alias)).json()).toMatchObject({ errorType: 'BLOCKED' });
  });

  it('is refused while the old link is alive, even to its owner', async () => {
    const owner = await world.newKey('PRO');
    const alias = freshAlias('alive');
    await make(owner, alias, { expiresIn: 60 });
    expect((await make(owner, alias)).status).toBe(400);
    expect((await world.visit(alias)).headers.get('Location')).toBe(OLD);
  });
});

it('a creation while D1 is down is 503, and leaves nothing in KV', async () => {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('down');
  const broken = createWorld({ DB: tappedD1(env.DB, new Tap(D1_DOWN)) });
  const refused = await broken.shorten(key, { url: NEW, alias });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  const { keys: entries } = await env.ROUTES.list({ prefix: makeEntryKey(alias) });
  expect(entries).toEqual([]);
  expect((await world.visit(alias)).status).toBe(404);
});
