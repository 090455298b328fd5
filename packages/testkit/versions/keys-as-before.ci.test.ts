/**
 * A key that was made before keys had rights behaves as before. A former version makes keys and links, and its state is
 * copied. The former and the present version then get the same calls, each over its own copy, and their responses are
 * compared byte by byte. `npm run test:ci` runs this file, in a clone with history.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkOut, provide, ROOT } from './checkout';
import { Pair } from './pair';
import { bodyOf, callerOf, type Key, shorten } from './story';
import { type Texts, Twin } from './twin';
import { MADE, TWIN_CALLS, type TwinCall } from './twin-calls';
import { BEFORE_RIGHTS } from './versions';

const url = 'https://example.com/made-before';
const VISITOR = { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0 Safari/537.36' } };

/** Makes the keys and links under the former version. */
async function makeBefore(at: Pair): Promise<Texts> {
  const make = async (more: Record<string, unknown>): Promise<Key> =>
    bodyOf(201, await at.admin('POST', '/keys', { name: 'a former key', ...more }));
  const change = async (status: number, method: string, route: string, body?: unknown) =>
    bodyOf(status, await at.admin(method, route, body));
  const setup = await make({ plan: 'PRO' });
  const { accountId } = setup;
  const [pro, inactive, revoked] = [await make({ accountId }), await make({ accountId }), await make({ accountId })];
  const [hobby, free, other] = [
    await make({ plan: 'HOBBY' }),
    await make({ plan: 'FREE' }),
    await make({ plan: 'PRO' }),
  ];
  const suspended = await make({ plan: 'PRO' });
  await change(200, 'POST', `/keys/${pro.id}/rotate`, { graceSeconds: 0 });
  const rotated: Key = bodyOf(200, await at.admin('POST', `/keys/${pro.id}/rotate`, { graceSeconds: 86_400 }));
  await change(200, 'PATCH', `/keys/${inactive.id}`, { status: 'inactive' });
  await change(204, 'DELETE', `/keys/${revoked.id}`);
  await change(200, 'POST', `/accounts/${suspended.accountId}/suspend`);
  // A change gives the object of a key its record, and opens no window.
  for (const { id } of [hobby, free]) await change(200, 'PATCH', `/keys/${id}`, { name: 'a renamed key' });

  await shorten(at, setup, { url, alias: MADE.plain });
  await shorten(at, setup, { url, alias: MADE.limited, maxClicks: 5, expiresIn: 86_400 });
  await shorten(at, setup, { url, alias: MADE.protected, password: 'open sesame' });
  for (const alias of [MADE.deleted, MADE.reused]) await shorten(at, setup, { url, alias });
  await shorten(at, setup, { url });
  await shorten(at, other, { url, alias: MADE.other });
  const ask = callerOf(at, setup);
  for (const alias of [MADE.deleted, MADE.reused]) await ask(204, 'DELETE', `/links/${alias}`);
  for (const alias of [MADE.plain, MADE.plain, MADE.limited]) await at.visit(alias, VISITOR);
  await vi.waitFor(async () => {
    expect(await ask(200, 'GET', '/stats')).toMatchObject({ clickCount: 3 });
  }, 10_000);
  const texts = { hobby, free, other, inactive, revoked, suspended };
  const ofRoles = Object.fromEntries(Object.entries(texts).map(([role, { key }]) => [role, key]));
  return { ...ofRoles, pro: rotated.key, ended: pro.key, none: '' } as Texts;
}

/** Where a checkout builds its /openapi.json. */
const DOCUMENT = 'dist/documentation/openapi.json';

type Described = { paths: Record<string, Record<string, { security: Record<string, unknown>[] }>> };

/** The operations of /openapi.json that an API key may call, such as `GET /links/{shortCode}`. */
const operationsOf = ({ paths }: Described): string[] =>
  Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security.some((way) => 'apiKey' in way) ? [`${method.toUpperCase()} ${route.replace('/v2', '')}`] : [],
    ),
  );

const isCallOf = (operation: string) => {
  const pattern = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
  return ({ method, route }: TwinCall) => pattern.test(`${method} ${route}`);
};

/** The one message that has changed: it names the fields of an edit, which has got more (specification 5.7, 8.5). */
const FIELDS_OF_EDIT = 'Name what to change: url, expiresIn, maxClicks, password';

describe.each(BEFORE_RIGHTS)('a key of $version', { timeout: 120_000 }, (former) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-twins-'));
  const old = path.join(folder, 'checkout');
  const [formerState, presentState] = [path.join(folder, 'former'), path.join(folder, 'present')];
  const pairs: Pair[] = [];
  let texts: Texts;

  const start = async (root: string, state: string): Promise<Pair> => {
    const pair = await Pair.start({ api: root, redirect: root }, state);
    pairs.push(pair);
    await pair.migrate(root);
    return pair;
  };

  beforeAll(async () => {
    checkOut(former.commit, old);
    provide(old);
    const first = await start(old, formerState);
    texts = await makeBefore(first);
    await first.stop();
    cpSync(formerState, presentState, { recursive: true });
    pairs.length = 0;
    await start(old, formerState);
    await start(ROOT, presentState);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(pairs.map((pair) => pair.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('is sent every operation for keys of /openapi.json of that version', () => {
    execFileSync(process.execPath, ['scripts/documentation.mjs'], { cwd: old });
    const operations = operationsOf(JSON.parse(readFileSync(path.join(old, DOCUMENT), 'utf8')));
    expect(operations.length).toBeGreaterThan(8);
    expect(operations.filter((one) => !TWIN_CALLS.some(isCallOf(one)))).toEqual([]);
  });

  it('gets the same bytes from the present version', async () => {
    const [before, now] = pairs.map((pair) => new Twin(pair, texts)) as [Twin, Twin];
    const statuses = new Set<number>();
    for (const call of TWIN_CALLS) {
      const [was, is] = await Promise.all([before.send(call), now.send(call)]);
      const documented = was.lines.map((line) => line.replace(FIELDS_OF_EDIT, '$&, title, notes, tags, externalId'));
      expect(is.lines, `${call.as} ${call.method} ${call.route}`).toEqual(documented);
      statuses.add(is.status);
    }
    expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 403, 404, 405, 410, 422, 429]);
  });
});
