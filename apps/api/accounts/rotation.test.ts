/** The texts of a key: their stored and shown parts, and rotations, which end a text only if the caller says so. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '#domain/account-events';
import { Refusal } from '#domain/refusal';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, firstCalls, losingResponses, pass, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, type NewKey } from '#testkit/world';
import { deleteAccount } from './delete-account';
import { ownKey } from './keys';
import { type Expectation, endPreviousText, readTexts, rotateKey } from './rotation';

const world = createWorld();
const turnTo = fakeClock();
const DAY_MS = 86_400_000;

type Rotated = NewKey & {
  lastFour: string;
  previousText: { lastFour: string; worksUntil: string } | null;
};

const statusOfCall = async (key: string) => (await world.v2(key, 'DELETE', '/links/no-such-code')).status;
const statusesOfCalls = (...keys: string[]) => Promise.all(keys.map(statusOfCall));
/** The last four random characters of a text. A checksum of six characters follows them. */
const cutLastFour = (key: string) => key.slice(43, 47);

const newKey = () => world.newKey() as Promise<Rotated>;
const ask = (id: string, body?: Record<string, unknown>, on = world) => on.admin('POST', `/keys/${id}/rotate`, body);
async function rotate(id: string, body?: Record<string, unknown>): Promise<Rotated> {
  const response = await ask(id, body);
  if (response.status !== 200) throw new Error(await response.text());
  return response.json();
}
const end = (id: string, on = world) => on.admin('DELETE', `/keys/${id}/previous-text`);

const readRow = (id: string) =>
  env.DB.prepare('SELECT * FROM keys WHERE id = ?1').bind(id).first<Record<string, unknown>>();
const textsIn = async (id: string) => {
  const { version: _, ...row } = (await readRow(id)) ?? {};
  return row;
};
const readKey = ({ accountId, id }: NewKey) => ownKey(world.env, accountId, id);
const readMark = async (made: NewKey) => readTexts(await readKey(made), Date.now()).current.mark;

describe('the shown part of a text', () => {
  it('is its last four random characters, and the end of the grace of a previous text', async () => {
    turnTo(NOON);
    const made = await newKey();
    expect([made.lastFour, made.previousText]).toEqual([cutLastFour(made.key), null]);
    const next = await rotate(made.id);
    const older = { lastFour: cutLastFour(made.key), worksUntil: new Date(NOON + DAY_MS).toISOString() };
    expect([next.lastFour, next.previousText]).toEqual([cutLastFour(next.key), older]);
    const named = await (await world.admin('PATCH', `/keys/${made.id}`, { name: 'named' })).json();
    expect(named).toMatchObject({ lastFour: cutLastFour(next.key), previousText: older });
    turnTo(NOON + DAY_MS);
    const later = await (await world.admin('PATCH', `/keys/${made.id}`, { name: 'later' })).json();
    expect(later).toMatchObject({ lastFour: cutLastFour(next.key), previousText: null });
  });

  it('omits the previous text of a revoked key', async () => {
    const { id } = await newKey();
    await rotate(id);
    const revoked = await (await world.admin('PATCH', `/keys/${id}`, { status: 'revoked' })).json();
    expect(revoked).toMatchObject({ previousText: null });
  });

  it('is the only stored part besides the digest', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id);
    const row = JSON.stringify(await readRow(id));
    for (const text of [key, next.key])
      for (let at = 15; at < 48; at++) expect(row).not.toContain(text.slice(at, at + 5));
  });

  it('is deleted together with the account', async () => {
    const made = await newKey();
    const next = await rotate(made.id);
    await deleteAccount(world.env, made.accountId, Date.now());
    const row = JSON.stringify(await readRow(made.id));
    for (const text of [made.key, next.key]) expect(row).not.toContain(`"${cutLastFour(text)}`);
    expect(await readRow(made.id)).toMatchObject({ last_four: '', previous_last_four: null, status: 'revoked' });
  });
});

describe('a rotation', () => {
  it('while a previous text works is refused with 409 and the end of that text, and changes nothing', async () => {
    turnTo(NOON);
    const { id, key } = await newKey();
    const next = await rotate(id, { graceSeconds: 604_800 });
    const before = await readRow(id);
    for (const body of [undefined, { graceSeconds: 0 }, { graceSeconds: 1, endsPrevious: false }]) {
      const refused = await ask(id, body);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        errorType: 'ROTATION_UNDER_WAY',
        message: expect.stringContaining(new Date(NOON + 604_800_000).toISOString()),
      });
    }
    expect(await readRow(id)).toEqual(before);
    expect(await statusesOfCalls(key, next.key)).toEqual([404, 404]);
  });

  it('ends the previous text at once with endsPrevious: true', async () => {
    const { id, key } = await newKey();
    const second = await rotate(id);
    const third = await rotate(id, { endsPrevious: true });
    expect(third.previousText?.lastFour).toBe(cutLastFour(second.key));
    expect(await statusesOfCalls(key, second.key, third.key)).toEqual([401, 404, 404]);
  });

  it('with endsPrevious: false and no grace ends the current text, and the previous text keeps its end', async () => {
    turnTo(NOON);
    const { id, key } = await newKey();
    const lost = await rotate(id);
    const found = await rotate(id, { graceSeconds: 0, endsPrevious: false });
    expect(found.previousText).toEqual(lost.previousText);
    expect(await statusesOfCalls(key, lost.key, found.key)).toEqual([404, 401, 404]);
    turnTo(NOON + DAY_MS);
    expect(await statusesOfCalls(key, found.key)).toEqual([401, 404]);
  });

  it('succeeds without endsPrevious once the grace has ended', async () => {
    turnTo(NOON);
    const { id } = await newKey();
    const second = await rotate(id, { graceSeconds: 10 });
    turnTo(NOON + 9_999);
    expect((await ask(id)).status).toBe(409);
    turnTo(NOON + 10_000);
    const third = await rotate(id);
    expect(await statusesOfCalls(second.key, third.key)).toEqual([404, 404]);
  });

  it.each([true, false])('may have endsPrevious: %s although the key has no previous text', async (endsPrevious) => {
    const { id, key } = await newKey();
    const next = await rotate(id, { graceSeconds: 0, endsPrevious });
    expect(next.previousText).toBeNull();
    expect(await statusesOfCalls(key, next.key)).toEqual([401, 404]);
  });

  it('is refused with 400 if endsPrevious is not a boolean', async () => {
    const { id } = await newKey();
    const refused = await ask(id, { endsPrevious: 'yes' });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: 'endsPrevious must be true or false' },
    ]);
  });

  it('of a revoked key is refused with 409 KEY_REVOKED, and changes nothing', async () => {
    const { id } = await newKey();
    expect((await world.admin('DELETE', `/keys/${id}`)).status).toBe(204);
    const before = await readRow(id);
    const refused = await ask(id);
    expect([refused.status, await refused.json()]).toMatchObject([409, { errorType: 'KEY_REVOKED' }]);
    expect(await readRow(id)).toEqual(before);
  });

  it('that names a former text is KEY_ROTATED, even with endsPrevious: true', async () => {
    const made = await newKey();
    const current = await readMark(made);
    const next = await rotate(made.id);
    const late = rotateKey(world.env, made.id, 0, OPERATOR, Date.now(), { current, endsPrevious: true });
    await expect(late).rejects.toEqual(new Refusal('KEY_ROTATED'));
    expect(await statusesOfCalls(made.key, next.key)).toEqual([404, 404]);
  });
});

describe('ten rotations at once', () => {
  /** Runs ten rotations at once. Returns the texts of the rotations that succeeded, and the codes of the refusals. */
  async function race(made: NewKey, graceSeconds: number, expected: Expectation) {
    const runs = Array.from({ length: 10 }, () =>
      rotateKey(world.env, made.id, graceSeconds, OPERATOR, Date.now(), expected),
    );
    const settled = await Promise.allSettled(runs);
    return {
      won: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.text] : [])),
      refused: settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).code] : [])),
    };
  }

  it('give one new text, and the former text keeps its grace', async () => {
    const made = await newKey();
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask(made.id)));
    const won = responses.filter((one) => one.status === 200);
    expect([won.length, responses.filter((one) => one.status === 409).length]).toEqual([1, 9]);
    const [{ key: text } = made] = await Promise.all(won.map((one) => one.json<Rotated>()));
    expect(await statusesOfCalls(made.key, text)).toEqual([404, 404]);
    expect(await readRow(made.id)).toMatchObject({
      last_four: cutLastFour(text),
      previous_last_four: cutLastFour(made.key),
    });
  });

  it.each([0, 60])('that name the same current text give one new text (grace %i s)', async (graceSeconds) => {
    const made = await newKey();
    const current = await readMark(made);
    const { won, refused } = await race(made, graceSeconds, { current });
    expect(won).toHaveLength(1);
    expect(refused).toHaveLength(9);
    for (const one of refused) expect(['KEY_ROTATED', 'ROTATION_UNDER_WAY']).toContain(one);
    expect(await statusesOfCalls(made.key, won[0] ?? '')).toEqual([graceSeconds === 0 ? 401 : 404, 404]);
  });

  it('with endsPrevious: false give one new text', async () => {
    const made = await newKey();
    await rotate(made.id);
    const { won, refused } = await race(made, 0, { endsPrevious: false });
    expect([won.length, refused]).toEqual([1, Array(9).fill('KEY_ROTATED')]);
    expect(await statusesOfCalls(made.key, ...won)).toEqual([404, 404]);
  });
});

describe('a rotation whose push fails', () => {
  it.each([
    ['of a key that was never rotated', []],
    ['of a key that was rotated before', [{ graceSeconds: 0 }]],
    ['and would end a previous text', [{ graceSeconds: 600 }]],
  ])('%s leaves the row as it was', async (_, earlier) => {
    const { id, key } = await newKey();
    for (const body of earlier) await rotate(id, body);
    const before = await textsIn(id);
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
    expect((await ask(id, { endsPrevious: true }, broken)).status).toBe(503);
    expect(await textsIn(id)).toEqual(before);
    expect(await statusOfCall(key)).toBe(earlier[0]?.graceSeconds === 0 ? 401 : 404);
  });

  it('because its responses are lost ends no text in use', async () => {
    const { id, key } = await newKey();
    await statusOfCall(key);
    const tap = new Tap(firstCalls(2, losingResponses()));
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    expect((await ask(id, { graceSeconds: 0 }, broken)).status).toBe(503);
    expect(await statusOfCall(key)).toBe(404);
  });

  it('does not restore a text that another call ended meanwhile', async () => {
    const { id, key } = await newKey();
    const tap = new Tap(async () => {
      await endPreviousText(world.env, id, OPERATOR, Date.now());
      throw new Error('Network connection lost.');
    });
    expect((await ask(id, undefined, createWorld({ KEYS: tappedObjects(env.KEYS, tap) }))).status).toBe(503);
    expect(await statusOfCall(key)).toBe(401);
    expect(await readRow(id)).toMatchObject({ previous_digest: null });
    expect(await statusOfCall((await rotate(id)).key)).toBe(404);
  });
});

describe('the end of the previous text', () => {
  it('holds for every later call, clears the columns of the text, and may be requested again', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id);
    expect(await statusesOfCalls(key, next.key)).toEqual([404, 404]);
    for (let times = 0; times < 2; times++) {
      expect((await end(id)).status).toBe(204);
      expect(await statusesOfCalls(key, next.key)).toEqual([401, 404]);
    }
    const row = await readRow(id);
    expect(row).toMatchObject({ last_four: cutLastFour(next.key), previous_last_four: null });
    expect(row).toMatchObject({ previous_digest: null, previous_ends_at: null });
    expect((await ask(id)).status).toBe(200);
  });

  it('does not change other keys', async () => {
    const [{ id }, other] = [await newKey(), await newKey()];
    await Promise.all([rotate(id), rotate(other.id)]);
    const before = await readRow(other.id);
    expect((await end(id)).status).toBe(204);
    expect(await readRow(other.id)).toEqual(before);
  });

  it('is 204 for a key without a previous text, and 404 for an unknown key', async () => {
    const { id, key } = await newKey();
    expect((await end(id)).status).toBe(204);
    expect(await statusOfCall(key)).toBe(404);
    expect((await end('none')).status).toBe(404);
  });

  it('is 503 while the key’s object is unreachable, and a repeated call succeeds', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id);
    const tap = new Tap(failing());
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    expect((await end(id, broken)).status).toBe(503);
    tap.fault = pass;
    expect((await end(id, broken)).status).toBe(204);
    expect(await statusesOfCalls(key, next.key)).toEqual([401, 404]);
  });

  it('holds for the text with the given mark only', async () => {
    const made = await newKey();
    const meant = await readMark(made);
    const second = await rotate(made.id);
    await endPreviousText(world.env, made.id, OPERATOR, Date.now(), await readMark(made));
    expect(await statusesOfCalls(made.key, second.key)).toEqual([404, 404]);
    await rotate(made.id, { endsPrevious: true });
    await endPreviousText(world.env, made.id, OPERATOR, Date.now(), meant);
    expect(await statusesOfCalls(made.key, second.key)).toEqual([401, 404]);
    expect((await end(made.id)).status).toBe(204);
    expect(await statusOfCall(second.key)).toBe(401);
  });
});
