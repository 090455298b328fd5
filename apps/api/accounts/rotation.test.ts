/** The texts of a key: what is stored and shown of them, and that a rotation ends none unless the caller says so. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#domain/refusal';
import { NOON, turnedClock } from '#testkit/clock';
import { failing, firstCalls, losingReplies, pass, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, type NewKey } from '#testkit/world';
import { deleteAccount } from './delete-account';
import { textsOf } from './key-texts';
import { ownKey } from './keys';
import { type Expectation, endPreviousText, rotateKey } from './rotation';

const world = createWorld();
const turnTo = turnedClock();
const DAY_MS = 86_400_000;

type Rotated = NewKey & {
  lastFour: string | null;
  previousText: { lastFour: string | null; worksUntil: string } | null;
};

const status = async (key: string) => (await world.v2(key, 'DELETE', '/links/no-such-code')).status;
const statuses = (...keys: string[]) => Promise.all(keys.map(status));
/** The last four characters of a text's random part. A checksum of six characters follows them. */
const lastFourOf = (key: string) => key.slice(43, 47);

const newKey = () => world.newKey() as Promise<Rotated>;
const ask = (id: string, body?: Record<string, unknown>, on = world) => on.admin('POST', `/keys/${id}/rotate`, body);
async function rotate(id: string, body?: Record<string, unknown>): Promise<Rotated> {
  const response = await ask(id, body);
  if (response.status !== 200) throw new Error(await response.text());
  return response.json();
}
const end = (id: string, on = world) => on.admin('DELETE', `/keys/${id}/previous-text`);

const rowOf = (id: string) =>
  env.DB.prepare('SELECT * FROM keys WHERE id = ?1').bind(id).first<Record<string, unknown>>();
const textsIn = async (id: string) => {
  const { version: _, ...row } = (await rowOf(id)) ?? {};
  return row;
};
const keyOf = ({ accountId, id }: NewKey) => ownKey(world.env, accountId, id);
const markOf = async (made: NewKey) => textsOf(await keyOf(made), Date.now()).current.mark;

/** The statements of version 0.10.0, which does not know `last_fours`. */
const ROTATE_0_10 = `UPDATE keys SET previous_digest = digest, previous_ends_at = ?3, digest = ?2, version = version + 1
  WHERE id = ?1 AND status <> 'revoked' RETURNING id`;
const UNDO_0_10 = `UPDATE keys SET digest = previous_digest, previous_digest = ?3, previous_ends_at = ?4,
  version = version + 1 WHERE id = ?1 AND digest = ?2`;

describe('what is shown of a text', () => {
  it('is its last four random characters, and for an older text the end of its grace', async () => {
    turnTo(NOON);
    const made = await newKey();
    expect([made.lastFour, made.previousText]).toEqual([lastFourOf(made.key), null]);
    const next = await rotate(made.id);
    const older = { lastFour: lastFourOf(made.key), worksUntil: new Date(NOON + DAY_MS).toISOString() };
    expect([next.lastFour, next.previousText]).toEqual([lastFourOf(next.key), older]);
    const named = await (await world.admin('PATCH', `/keys/${made.id}`, { name: 'named' })).json();
    expect(named).toMatchObject({ lastFour: lastFourOf(next.key), previousText: older });
    turnTo(NOON + DAY_MS);
    const later = await (await world.admin('PATCH', `/keys/${made.id}`, { name: 'later' })).json();
    expect(later).toMatchObject({ lastFour: lastFourOf(next.key), previousText: null });
  });

  it('of a revoked key is no older text, because none works', async () => {
    const { id } = await newKey();
    await rotate(id);
    const revoked = await (await world.admin('PATCH', `/keys/${id}`, { status: 'revoked' })).json();
    expect(revoked).toMatchObject({ previousText: null });
  });

  it('is all that is stored of it besides its digest', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id);
    const row = JSON.stringify(await rowOf(id));
    for (const text of [key, next.key])
      for (let at = 15; at < 48; at++) expect(row).not.toContain(text.slice(at, at + 5));
  });

  it('is null for a text from before version 0.11, and for one that 0.10.0 makes beside this version', async () => {
    turnTo(NOON);
    const made = await newKey();
    await env.DB.prepare(ROTATE_0_10)
      .bind(made.id, 'made by 0.10.0', NOON + 1_000)
      .run();
    const { current, previous } = textsOf(await keyOf(made), NOON);
    expect(current.lastFour).toBeNull();
    expect(previous).toMatchObject({ lastFour: lastFourOf(made.key), worksUntil: NOON + 1_000 });
    await env.DB.prepare(ROTATE_0_10)
      .bind(made.id, 'made by it again', NOON + 1_000)
      .run();
    const again = textsOf(await keyOf(made), NOON);
    expect([again.current.lastFour, again.previous?.lastFour]).toEqual([null, null]);
  });

  it('is right again when 0.10.0 undoes its rotation', async () => {
    const made = await newKey();
    await env.DB.prepare(ROTATE_0_10).bind(made.id, 'never shown', NOON).run();
    await env.DB.prepare(UNDO_0_10).bind(made.id, 'never shown', null, null).run();
    expect(textsOf(await keyOf(made), NOON).current.lastFour).toBe(lastFourOf(made.key));
    expect(await status(made.key)).toBe(404);
  });

  it('is deleted with its account', async () => {
    const made = await newKey();
    const next = await rotate(made.id);
    await deleteAccount(world.env, made.accountId, Date.now());
    const row = JSON.stringify(await rowOf(made.id));
    for (const text of [made.key, next.key]) expect(row).not.toContain(`"${lastFourOf(text)}`);
    expect(await rowOf(made.id)).toMatchObject({ last_fours: '{}', status: 'revoked' });
  });
});

describe('rotating while an older text works', () => {
  it('is 409 with the end of the older text, and changes nothing', async () => {
    turnTo(NOON);
    const { id, key } = await newKey();
    const next = await rotate(id, { graceSeconds: 604_800 });
    const before = await rowOf(id);
    for (const body of [undefined, { graceSeconds: 0 }, { graceSeconds: 1, endsPrevious: false }]) {
      const refused = await ask(id, body);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        errorType: 'ROTATION_UNDER_WAY',
        message: expect.stringContaining(new Date(NOON + 604_800_000).toISOString()),
      });
    }
    expect(await rowOf(id)).toEqual(before);
    expect(await statuses(key, next.key)).toEqual([404, 404]);
  });

  it('ends the older text at once with endsPrevious: true', async () => {
    const { id, key } = await newKey();
    const second = await rotate(id);
    const third = await rotate(id, { endsPrevious: true });
    expect(third.previousText?.lastFour).toBe(lastFourOf(second.key));
    expect(await statuses(key, second.key, third.key)).toEqual([401, 404, 404]);
  });

  it('replaces a lost text without a grace and with endsPrevious: false, and the older text keeps its end', async () => {
    turnTo(NOON);
    const { id, key } = await newKey();
    const lost = await rotate(id);
    const found = await rotate(id, { graceSeconds: 0, endsPrevious: false });
    expect(found.previousText).toEqual(lost.previousText);
    expect(await statuses(key, lost.key, found.key)).toEqual([404, 401, 404]);
    turnTo(NOON + DAY_MS);
    expect(await statuses(key, found.key)).toEqual([401, 404]);
  });

  it('needs no endsPrevious once the grace is over', async () => {
    turnTo(NOON);
    const { id } = await newKey();
    const second = await rotate(id, { graceSeconds: 10 });
    turnTo(NOON + 9_999);
    expect((await ask(id)).status).toBe(409);
    turnTo(NOON + 10_000);
    const third = await rotate(id);
    expect(await statuses(second.key, third.key)).toEqual([404, 404]);
  });

  it.each([true, false])('accepts endsPrevious: %s where there is no older text', async (endsPrevious) => {
    const { id, key } = await newKey();
    const next = await rotate(id, { graceSeconds: 0, endsPrevious });
    expect(next.previousText).toBeNull();
    expect(await statuses(key, next.key)).toEqual([401, 404]);
  });

  it('accepts only a boolean as endsPrevious', async () => {
    const { id } = await newKey();
    const refused = await ask(id, { endsPrevious: 'yes' });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: 'endsPrevious must be true or false' },
    ]);
  });
});

describe('rotations at once', () => {
  /** Ten rotations at once: the texts of those that passed, and the codes of the others. */
  async function race(made: NewKey, graceSeconds: number, expected: Expectation) {
    const runs = Array.from({ length: 10 }, () => rotateKey(world.env, made.id, graceSeconds, Date.now(), expected));
    const settled = await Promise.allSettled(runs);
    return {
      won: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.text] : [])),
      refused: settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).code] : [])),
    };
  }

  it('give one new text, and the one in use keeps its grace', async () => {
    const made = await newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(made.id)));
    const won = answers.filter((one) => one.status === 200);
    expect([won.length, answers.filter((one) => one.status === 409).length]).toEqual([1, 9]);
    const [{ key: text } = made] = await Promise.all(won.map((one) => one.json<Rotated>()));
    expect(await statuses(made.key, text)).toEqual([404, 404]);
    const row = await rowOf(made.id);
    expect(Object.values(JSON.parse(String(row?.last_fours)))).toEqual([made.key, text].map(lastFourOf));
  });

  it.each([0, 60])('that name the text they replace give one new text, with %i s of grace', async (graceSeconds) => {
    const made = await newKey();
    const current = await markOf(made);
    const { won, refused } = await race(made, graceSeconds, { current });
    expect(won).toHaveLength(1);
    expect(refused).toHaveLength(9);
    for (const one of refused) expect(['KEY_ROTATED', 'ROTATION_UNDER_WAY']).toContain(one);
    expect(await statuses(made.key, won[0] ?? '')).toEqual([graceSeconds === 0 ? 401 : 404, 404]);
  });

  it('that keep the end of the older text give one new text', async () => {
    const made = await newKey();
    await rotate(made.id);
    const { won, refused } = await race(made, 0, { endsPrevious: false });
    expect([won.length, refused]).toEqual([1, Array(9).fill('KEY_ROTATED')]);
    expect(await statuses(made.key, ...won)).toEqual([404, 404]);
  });

  it('that name a former text are KEY_ROTATED, even with endsPrevious: true', async () => {
    const made = await newKey();
    const current = await markOf(made);
    const next = await rotate(made.id);
    const late = rotateKey(world.env, made.id, 0, Date.now(), { current, endsPrevious: true });
    await expect(late).rejects.toEqual(new Refusal('KEY_ROTATED'));
    expect(await statuses(made.key, next.key)).toEqual([404, 404]);
  });
});

describe('a rotation whose push fails', () => {
  it.each([
    ['of a key never rotated', []],
    ['of a key rotated before', [{ graceSeconds: 0 }]],
    ['that ends an older text', [{ graceSeconds: 600 }]],
  ])('%s leaves the row as it was', async (_, earlier) => {
    const { id, key } = await newKey();
    for (const body of earlier) await rotate(id, body);
    const before = await textsIn(id);
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
    expect((await ask(id, { endsPrevious: true }, broken)).status).toBe(503);
    expect(await textsIn(id)).toEqual(before);
    expect(await status(key)).toBe(earlier[0]?.graceSeconds === 0 ? 401 : 404);
  });

  it('only because replies are lost ends no text in use either', async () => {
    const { id, key } = await newKey();
    await status(key);
    const tap = new Tap(firstCalls(2, losingReplies()));
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    expect((await ask(id, { graceSeconds: 0 }, broken)).status).toBe(503);
    expect(await status(key)).toBe(404);
  });

  it('does not restore a text that was ended meanwhile', async () => {
    const { id, key } = await newKey();
    const tap = new Tap(async () => {
      await endPreviousText(world.env, id);
      throw new Error('Network connection lost.');
    });
    expect((await ask(id, undefined, createWorld({ KEYS: tappedObjects(env.KEYS, tap) }))).status).toBe(503);
    expect(await status(key)).toBe(401);
    expect(await rowOf(id)).toMatchObject({ previous_digest: null });
    expect(await status((await rotate(id)).key)).toBe(404);
  });
});

describe('ending the older text', () => {
  it('holds for every call sent after it returned, deletes the text’s columns, and may be repeated', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id);
    expect(await statuses(key, next.key)).toEqual([404, 404]);
    for (let times = 0; times < 2; times++) {
      expect((await end(id)).status).toBe(204);
      expect(await statuses(key, next.key)).toEqual([401, 404]);
    }
    const row = await rowOf(id);
    expect(row).toMatchObject({ previous_digest: null, previous_ends_at: null });
    expect(Object.values(JSON.parse(String(row?.last_fours)))).toEqual([lastFourOf(next.key)]);
    expect((await ask(id)).status).toBe(200);
  });

  it('leaves the texts of other keys', async () => {
    const [{ id }, other] = [await newKey(), await newKey()];
    await Promise.all([rotate(id), rotate(other.id)]);
    const before = await rowOf(other.id);
    expect((await end(id)).status).toBe(204);
    expect(await rowOf(other.id)).toEqual(before);
  });

  it('changes nothing of a key that has none, and is 404 for an unknown key', async () => {
    const { id, key } = await newKey();
    expect((await end(id)).status).toBe(204);
    expect(await status(key)).toBe(404);
    expect((await end('none')).status).toBe(404);
  });

  it('of a key from before version 0.11 stores no last four characters', async () => {
    const { id } = await newKey();
    await env.DB.prepare("UPDATE keys SET last_fours = '{}' WHERE id = ?1").bind(id).run();
    expect((await end(id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ last_fours: '{}' });
  });

  it('is 503 while the object is unreachable, and its repetition succeeds', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id);
    const tap = new Tap(failing());
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    expect((await end(id, broken)).status).toBe(503);
    tap.fault = pass;
    expect((await end(id, broken)).status).toBe(204);
    expect(await statuses(key, next.key)).toEqual([401, 404]);
  });

  it('ends the text that it names, and not another one in its place', async () => {
    const made = await newKey();
    const meant = await markOf(made);
    const second = await rotate(made.id);
    await endPreviousText(world.env, made.id, await markOf(made));
    expect(await statuses(made.key, second.key)).toEqual([404, 404]);
    await rotate(made.id, { endsPrevious: true });
    await endPreviousText(world.env, made.id, meant);
    expect(await statuses(made.key, second.key)).toEqual([401, 404]);
    expect((await end(made.id)).status).toBe(204);
    expect(await status(second.key)).toBe(401);
  });
});
