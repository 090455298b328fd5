/** PATCH /v2/links/:shortCode, and its effect on visits (specification 8.5). */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Envelope } from '#api/http/fields';
import { ManagedLink } from '#api/links/link-record';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { KV_DOWN, OVERLOADED, onlyFor, staleKv, Tap, tappedD1, tappedKv, tappedObjects } from '#testkit/faults';
import { threatWorld } from '#testkit/threat-world';
import { createWorld, freshAlias, type NewKey, type World } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

async function newLink(options: Record<string, unknown> = {}, on: World = world) {
  const owner = await on.newKey('PRO');
  const alias = freshAlias('Edit');
  expect((await on.shorten(owner.key, { url: OLD, alias, ...options })).status).toBe(201);
  return { owner, alias };
}
type EditedLink = { readonly owner: NewKey; readonly alias: string };

const patch = ({ owner, alias }: EditedLink, body: Record<string, unknown> | string, on: World = world) =>
  on.v2(owner.key, 'PATCH', `/links/${alias}`, body);

async function edit(made: EditedLink, body: Record<string, unknown>, on: World = world): Promise<ManagedLink> {
  const response = await patch(made, body, on);
  expect(response.status, await response.clone().text()).toBe(200);
  return ManagedLink.parse(await response.json());
}

const refusal = async (made: EditedLink, body: Record<string, unknown> | string, on: World = world) =>
  Envelope.parse(await (await patch(made, body, on)).json());

/** Visits a link in a new isolate, which has cached nothing. */
const visit = (alias: string, init?: RequestInit) => createWorld().visit(alias, init);
const statuses = async (alias: string, count: number) => {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await visit(alias)).status);
  return seen;
};

type Row = {
  id: string;
  version: number;
  gone: string | null;
  threat: string | null;
  checked_at: number | null;
  url: string;
  dirty: number;
  put_at: number;
  quiet_at: number;
};
const readRow = async (code: string) =>
  (await env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code.toLowerCase()).first<Row>()) as Row;
const readEntry = async (code: string) => decodeEntry((await env.ROUTES.get(makeEntryKey(code.toLowerCase()))) ?? '');

describe('an edit', () => {
  it('sets the fields of its body, changes no others, and returns the link', async () => {
    turnTo(NOON);
    const made = await newLink({ expiresIn: 600, maxClicks: 7, password: 'word' });
    const before = await readRow(made.alias);
    turnTo(NOON + 5_000);
    expect(await edit(made, { url: ` ${NEW} ` })).toEqual({
      shortUrl: `https://s.example.com/${made.alias}`,
      shortCode: made.alias,
      alias: made.alias,
      url: NEW,
      createdAt: new Date(NOON).toISOString(),
      expiresAt: new Date(NOON + 600_000).toISOString(),
      maxClicks: 7,
      status: 'active',
      expiredReason: null,
      hasPassword: true,
    });
    const { dirty, put_at, quiet_at, ...same } = { ...before, url: NEW, version: before.version + 1 };
    expect(await readRow(made.alias)).toMatchObject(same);
  });

  it('removes the options that are null in its body', async () => {
    const made = await newLink({ expiresIn: 600, maxClicks: 7, password: 'word' });
    const edited = await edit(made, { expiresIn: null, maxClicks: null, password: null });
    expect(edited).not.toHaveProperty('expiresAt');
    expect(edited).not.toHaveProperty('maxClicks');
    expect(edited.hasPassword).toBe(false);
    expect((await visit(made.alias)).headers.get('Location')).toBe(OLD);
  });

  it('counts expiresIn from the time of the edit', async () => {
    turnTo(NOON);
    const made = await newLink({ expiresIn: 60 });
    turnTo(NOON + 30_000);
    const { expiresAt } = await edit(made, { expiresIn: 60 });
    expect(expiresAt).toBe(new Date(NOON + 90_000).toISOString());
    turnTo(NOON + 89_999);
    expect((await visit(made.alias)).status).toBe(302);
    turnTo(NOON + 90_000);
    expect((await visit(made.alias)).status).toBe(410);
  });

  it('of the destination removes the old destination from KV', async () => {
    const made = await newLink();
    await edit(made, { url: NEW });
    expect((await visit(made.alias)).headers.get('Location')).toBe(NEW);
    expect(await env.ROUTES.get(makeEntryKey(made.alias.toLowerCase()))).not.toContain(OLD);
  });

  it('sets, changes and removes a password, and KV holds no destination while the link has one', async () => {
    const made = await newLink();
    const attempt = async (password: string) =>
      (
        await visit(made.alias, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ password }),
        })
      ).status;
    await edit(made, { password: 'first word' });
    expect(await env.ROUTES.get(makeEntryKey(made.alias.toLowerCase()))).not.toContain('example.com');
    expect([await attempt('first word'), await attempt('other word')]).toEqual([303, 401]);
    await edit(made, { password: 'other word' });
    expect([await attempt('first word'), await attempt('other word')]).toEqual([401, 303]);
    await edit(made, { password: null });
    expect((await visit(made.alias)).status).toBe(302);
    expect(await attempt('other word')).toBe(405);
  });

  it('may be made with any key of the account', async () => {
    const made = await newLink();
    const second = await world.newKey('PRO', { accountId: made.owner.accountId });
    expect((await edit({ ...made, owner: second }, { url: NEW })).url).toBe(NEW);
  });

  it('strips unknown fields', async () => {
    const made = await newLink();
    expect((await edit(made, { url: NEW, colour: 'red', clicks: 5 })).url).toBe(NEW);
  });
});

describe('a refused edit', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, 'Name what to change: url, expiresIn, maxClicks, password, title, notes, tags, externalId'],
    [{ max_clicks: 5 }, 'Name what to change: url, expiresIn, maxClicks, password, title, notes, tags, externalId'],
    [{ url: null }, 'Please provide a valid URL'],
    [{ url: 'nonsense' }, 'Please provide a valid URL'],
    [{ url: 5 }, 'Please provide a valid URL'],
    [{ url: 'http://127.0.0.1/' }, 'Please provide a valid URL'],
    [
      { url: 'https://s.example.com/loop' },
      'This URL is one of this service, such as a short link. Please provide the URL that it leads to',
    ],
    [{ expiresIn: 59 }, 'expiresIn must be at least 60 seconds (1 minute)'],
    [{ expiresIn: '60' }, 'expiresIn must be a whole number of seconds, at most 315360000'],
    [{ maxClicks: 0 }, 'maxClicks must be a whole number of at least 1'],
    [{ maxClicks: 1.5 }, 'maxClicks must be a whole number of at least 1'],
    [{ password: 'abc' }, 'Password must be between 4 and 100 characters'],
    [{ password: '' }, 'Password must be between 4 and 100 characters'],
    [{ alias: 'another' }, 'alias is not allowed'],
    [{ alias: null }, 'alias is not allowed'],
    [{ expiresAt: null, url: NEW }, 'expiresAt is not allowed'],
    ...['shortCode', 'shortUrl', 'createdAt', 'expiresAt', 'clickCount', 'status', 'expiredReason', 'hasPassword'].map(
      (name): [Record<string, unknown>, string] => [{ url: NEW, [name]: 'x' }, `${name} is not allowed`],
    ),
  ])('with the body %j is 400, and changes nothing', async (body, message) => {
    const made = await newLink({ maxClicks: 5 });
    const before = await readRow(made.alias);
    expect(await refusal(made, body)).toMatchObject({ statusCode: 400, message });
    expect(await readRow(made.alias)).toEqual(before);
  });

  it.each(['[]', '{', '"x"', 'null', ''])('with the invalid body “%s” is 400', async (body) => {
    expect(await refusal(await newLink(), body)).toMatchObject({ statusCode: 400, errorType: 'INVALID_BODY' });
  });

  it('names the plan before a wrong field, and a wrong field before an unknown link', async () => {
    const { key } = await world.newKey('HOBBY');
    const unknown = { owner: { key } as NewKey, alias: 'no-such-code' };
    expect(await refusal(unknown, { password: 5, maxClicks: 0 })).toMatchObject({ statusCode: 403 });
    expect(await refusal(unknown, { maxClicks: 0 })).toMatchObject({ statusCode: 400 });
    expect(await refusal(unknown, { maxClicks: 1 })).toMatchObject({ statusCode: 404 });
  });

  it('of an option that the plan lacks is 403, although any plan may remove the option', async () => {
    const made = await newLink({ maxClicks: 5, expiresIn: 60, password: 'word' });
    await world.admin('PATCH', `/accounts/${made.owner.accountId}`, { plan: 'FREE' });
    for (const option of [{ maxClicks: 9 }, { expiresIn: 60 }, { password: 'other' }]) {
      expect(await refusal(made, option)).toMatchObject({ statusCode: 403, errorType: 'FEATURE_NOT_ON_PLAN' });
    }
    await edit(made, { maxClicks: null, expiresIn: null, password: null, url: NEW });
    expect((await visit(made.alias)).headers.get('Location')).toBe(NEW);
  });

  it.each<[string, object, object]>([
    ['PASSWORDS', { password: 'other word' }, { password: null }],
    ['EXPIRATION', { expiresIn: 60 }, { expiresIn: null }],
    ['CLICK_LIMITS', { maxClicks: 1 }, { maxClicks: null }],
    ['SHORTENING', { url: NEW }, { expiresIn: 60, maxClicks: 5, password: 'other word' }],
  ])('needs a feature that %s has switched off: %j is refused, and %j is accepted', async (name, refused, allowed) => {
    const made = await newLink({ maxClicks: 5, expiresIn: 600, password: 'word' });
    const here = createWorld({ [name]: 'off' });
    expect(await refusal(made, { ...refused }, here)).toMatchObject({ statusCode: 400, errorType: 'FEATURE_DISABLED' });
    await edit(made, { ...allowed }, here);
  });
});

describe('a new destination', () => {
  it('that is unsafe is refused, and the link keeps its destination', async () => {
    const made = await newLink();
    const unsafe = 'https://malware.testing.google.test/testing/malware/';
    expect(await refusal(made, { url: unsafe })).toMatchObject({ statusCode: 400, errorType: 'BLOCKED' });
    expect((await visit(made.alias)).headers.get('Location')).toBe(OLD);
    expect((await readRow(made.alias)).version).toBe(1);
  });

  it('is pending only if the threat service gave no verdict, and is checked again after a day otherwise', async () => {
    const made = await newLink();
    await env.DB.prepare('UPDATE links SET checked_at = 5 WHERE code = ?1').bind(made.alias.toLowerCase()).run();
    await edit(made, { url: NEW }, await threatWorld('webrisk', '500'));
    expect(await readRow(made.alias)).toMatchObject({ threat: 'pending', checked_at: null });
    await edit(made, { maxClicks: 5 });
    expect((await readRow(made.alias)).threat).toBe('pending');
    await edit(made, { url: OLD });
    expect(await readRow(made.alias)).toMatchObject({ threat: null, checked_at: null });
  });
});

describe('a dead link', () => {
  it('that has expired is revived by a later expiry, or by its removal', async () => {
    for (const expiresIn of [60, null]) {
      turnTo(NOON);
      const made = await newLink({ expiresIn: 60 });
      turnTo(NOON + 60_000);
      expect((await visit(made.alias)).status).toBe(410);
      expect(await edit(made, { expiresIn })).toMatchObject({ status: 'active', expiredReason: null });
      expect((await visit(made.alias)).status).toBe(302);
    }
  });

  it.each([true, false])(
    'that is spent is revived by a higher limit, or by its removal (published as spent: %s)',
    async (isPublished) => {
      turnTo(NOON);
      const made = await newLink({ maxClicks: 2 });
      expect(await statuses(made.alias, 3)).toEqual([302, 302, 410]);
      if (isPublished) await runDurableObjectAlarm(env.CLICKS.getByName((await readRow(made.alias)).id));
      expect((await readRow(made.alias)).gone).toBe(isPublished ? 'CLICKS' : null);
      expect(await edit(made, { maxClicks: 4 })).toMatchObject({ status: 'active', maxClicks: 4 });
      expect(await statuses(made.alias, 3)).toEqual([302, 302, 410]);
      expect((await edit(made, { maxClicks: null })).status).toBe('active');
      expect(await statuses(made.alias, 3)).toEqual([302, 302, 302]);
    },
  );

  it('stays dead if an edit does not remove the reason', async () => {
    turnTo(NOON);
    const made = await newLink({ maxClicks: 1, expiresIn: 60 });
    await visit(made.alias);
    expect(await edit(made, { maxClicks: 1 })).toMatchObject({ status: 'expired', expiredReason: 'CLICKS' });
    expect(await edit(made, { url: NEW, expiresIn: 600 })).toMatchObject({
      status: 'expired',
      expiredReason: 'CLICKS',
    });
    turnTo(NOON + 600_000);
    expect(await edit(made, { maxClicks: 5 })).toMatchObject({ status: 'expired', expiredReason: 'TIME' });
    expect((await visit(made.alias)).status).toBe(410);
  });

  it('that was deleted cannot be edited, and its owner may use the code for a new link', async () => {
    const made = await newLink({ maxClicks: 1 });
    await world.v2(made.owner.key, 'DELETE', `/links/${made.alias}`);
    const response = await patch(made, { maxClicks: 5, expiresIn: null });
    expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 410, errorType: 'EXPIRED' });
    expect((await visit(made.alias)).status).toBe(410);
    expect((await world.shorten(made.owner.key, { url: NEW, alias: made.alias })).status).toBe(201);
    expect((await edit(made, { url: OLD })).url).toBe(OLD);
  });

  it('that was blocked can be edited, and stays blocked until the operator unblocks it', async () => {
    const made = await newLink();
    await world.admin('POST', `/links/${made.alias}/block`, { reason: 'phishing' });
    expect(await edit(made, { url: NEW, maxClicks: 5 })).toMatchObject({ status: 'expired', expiredReason: 'BLOCKED' });
    expect(await (await visit(made.alias)).json()).toMatchObject({ errorType: 'BLOCKED' });
    await world.admin('POST', `/links/${made.alias}/unblock`);
    expect((await visit(made.alias)).headers.get('Location')).toBe(NEW);
  });
});

describe('an edited maxClicks', () => {
  it.each([1, 2, 3])('of %i makes a link with three clicks spent at once', async (maxClicks) => {
    turnTo(NOON);
    const made = await newLink({ maxClicks: 10 });
    await statuses(made.alias, 3);
    expect(await edit(made, { maxClicks })).toMatchObject({ status: 'expired', expiredReason: 'CLICKS', maxClicks });
    expect((await readRow(made.alias)).gone).toBe('CLICKS');
    expect(await readEntry(made.alias)).toMatchObject({ state: 'gone', reason: 'CLICKS' });
    expect(await statuses(made.alias, 2)).toEqual([410, 410]);
    expect(await edit(made, { maxClicks: 4 })).toMatchObject({ status: 'active' });
    expect(await statuses(made.alias, 2)).toEqual([302, 410]);
  });

  it('of a link that had no limit counts the earlier clicks', async () => {
    const made = await newLink();
    await statuses(made.alias, 3);
    expect((await edit(made, { maxClicks: 5 })).status).toBe('active');
    expect(await statuses(made.alias, 3)).toEqual([302, 302, 410]);
    const statistics = await (await world.v2(made.owner.key, 'GET', `/stats/${made.alias}`)).json();
    expect(statistics).toMatchObject({ clickCount: 5, clicksRemaining: 0 });
  });

  it('of a link that had no limit makes the link spent at once if it has as many clicks', async () => {
    const made = await newLink();
    await statuses(made.alias, 3);
    expect(await edit(made, { maxClicks: 3 })).toMatchObject({ status: 'expired', expiredReason: 'CLICKS' });
    expect((await visit(made.alias)).status).toBe(410);
  });

  it('that was removed and set again counts the clicks in between', async () => {
    turnTo(NOON);
    const made = await newLink({ maxClicks: 10 });
    await statuses(made.alias, 2);
    await edit(made, { maxClicks: null });
    await statuses(made.alias, 2);
    await edit(made, { maxClicks: 5 });
    expect(await statuses(made.alias, 2)).toEqual([302, 410]);
  });

  it('that was removed limits no visit, even at a location whose KV still has the old limit', async () => {
    turnTo(NOON);
    const made = await newLink({ maxClicks: 1 });
    const city = createWorld({ ROUTES: staleKv(env.ROUTES) });
    expect((await city.visit(made.alias)).status).toBe(302);
    await edit(made, { maxClicks: null });
    expect((await city.visit(made.alias)).status).toBe(302);
  });

  it('of a protected link counts the visits with the right password', async () => {
    const made = await newLink({ password: 'word' });
    const open = async () => (await visit(made.alias, { headers: { 'X-Link-Password': 'word' } })).status;
    expect([await open(), await open()]).toEqual([302, 302]);
    await edit(made, { maxClicks: 3 });
    expect([await open(), await open()]).toEqual([302, 410]);
  });
});

describe('an edit at the same time as', () => {
  it('other edits is applied completely, and the edge entry has the last edit in the end', async () => {
    const made = await newLink();
    const edits = Array.from({ length: 20 }, (_, i) => ({ url: `${NEW}/${i}`, maxClicks: 100 + i }));
    const responses = await Promise.all(edits.map((one) => patch(made, one)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const row = await readRow(made.alias);
    expect(row.version).toBe(21);
    turnTo(Date.now() + 120_000);
    await world.cron();
    const last = edits.find(({ url }) => url === row.url);
    expect(await readEntry(made.alias)).toMatchObject({ version: row.version, maxClicks: last?.maxClicks });
    expect((await visit(made.alias)).headers.get('Location')).toBe(row.url);
  });

  it('a deletion never revives the deleted link', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await newLink({ maxClicks: 50 });
      const deletion = () => world.v2(made.owner.key, 'DELETE', `/links/${made.alias}`);
      const edits = Array.from({ length: 6 }, (_, i) => () => patch(made, { maxClicks: 60 + i, url: NEW }));
      const responses = await Promise.all([...edits.slice(0, 3), deletion, ...edits.slice(3)].map((one) => one()));
      for (const { status } of responses) expect([200, 204, 410]).toContain(status);
      expect((await readRow(made.alias)).gone).toBe('DELETED');
      expect((await visit(made.alias)).status).toBe(410);
    }
  });

  it('the last clicks lets through at least the last limit, and at most the highest limit', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await newLink({ maxClicks: 3 });
      const [visits] = await Promise.all([
        Promise.all(Array.from({ length: 12 }, () => visit(made.alias))),
        edit(made, { maxClicks: 6 }),
      ]);
      const given = visits.filter(({ status }) => status === 302).length;
      expect(given).toBeGreaterThanOrEqual(3);
      expect(given).toBeLessThanOrEqual(6);
      const more = (await statuses(made.alias, 7 - given)).filter((status) => status === 302).length;
      expect(given + more).toBe(6);
    }
  });
});

describe('an edit during a fault', () => {
  const quiet = () => void vi.spyOn(console, 'error').mockImplementation(() => undefined);

  // A run of the cron publishes at most two hundred dirty links, so the marks of other tests are cleared.
  beforeEach(async () => void (await env.DB.prepare('UPDATE links SET dirty = 0').run()));

  it('of KV succeeds, and the next run of the cron puts the edge entry', async () => {
    quiet();
    turnTo(NOON);
    const made = await newLink();
    const here = createWorld({ ROUTES: tappedKv(env.ROUTES, new Tap(KV_DOWN), ['put']) });
    expect((await edit(made, { url: NEW }, here)).url).toBe(NEW);
    expect((await visit(made.alias)).headers.get('Location')).toBe(OLD);
    turnTo(NOON + 60_000);
    await world.cron();
    expect((await visit(made.alias)).headers.get('Location')).toBe(NEW);
  });

  it('of the link’s counter is 503, and the next run of the cron completes it', async () => {
    quiet();
    turnTo(NOON);
    const made = await newLink({ maxClicks: 5 });
    await statuses(made.alias, 2);
    const here = createWorld({ CLICKS: tappedObjects(env.CLICKS, new Tap(OVERLOADED)) });
    expect((await patch(made, { maxClicks: 2 }, here)).status).toBe(503);
    turnTo(NOON + 60_000);
    await world.cron();
    expect(await readRow(made.alias)).toMatchObject({ gone: 'CLICKS' });
    expect((await visit(made.alias)).status).toBe(410);
  });

  it('of D1 in the statement that marks the link as spent succeeds, and the next run of the cron marks the link', async () => {
    quiet();
    turnTo(NOON);
    const made = await newLink({ maxClicks: 5 });
    await statuses(made.alias, 2);
    const failing = onlyFor(/SET gone = 'CLICKS'/, async () => {
      throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');
    });
    const here = createWorld({ DB: tappedD1(env.DB, new Tap(failing)) });
    expect(await edit(made, { maxClicks: 2 }, here)).toMatchObject({ expiredReason: 'CLICKS' });
    expect((await readRow(made.alias)).gone).toBeNull();
    expect((await visit(made.alias)).status).toBe(410);
    turnTo(NOON + 60_000);
    await world.cron();
    expect((await readRow(made.alias)).gone).toBe('CLICKS');
  });
});
