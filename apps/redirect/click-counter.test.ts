/** The counter of a limited link: its click ids, its limits, and what it forgets. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Limits } from '#domain/limits';
import { NOON, turnedClock } from '#testkit/clock';
import { failing, firstCalls, losingReplies, OVERLOADED, Tap, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = turnedClock();
const counterOf = (linkId: string) => env.CLICKS.getByName(linkId);

async function newLink(maxClicks: number) {
  const { key } = await world.newKey('PRO');
  const made = await world.shorten(key, { url: 'https://example.com/end', maxClicks });
  const { shortCode: code } = await made.json<{ shortCode: string }>();
  const id = (await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(code).first<string>('id')) as string;
  return { code, id, key };
}

const limits = (linkId: string, more: Partial<Limits> = {}): Limits => ({
  code: 'no-such-code',
  linkId,
  version: 1,
  maxClicks: 3,
  expiresAt: null,
  live: true,
  ...more,
});

describe('a click id', () => {
  it('gets the same answer again: one click however often the call is made', async () => {
    const id = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => counterOf(id).take('one', limits(id))));
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(await counterOf(id).count()).toBe(1);
  });

  it('that was granted stays granted when the link is spent, evicted or aborted meanwhile', async () => {
    const id = crypto.randomUUID();
    for (const click of ['one', 'two', 'three']) expect(await counterOf(id).take(click, limits(id))).toBe(true);
    expect(await counterOf(id).take('four', limits(id))).toBe(false);
    await evictDurableObject(counterOf(id));
    expect(await counterOf(id).take('two', limits(id))).toBe(true);
    await abortAllDurableObjects();
    expect(await counterOf(id).take('three', limits(id))).toBe(true);
    expect(await counterOf(id).take('four', limits(id))).toBe(false);
    expect(await counterOf(id).count()).toBe(3);
  });

  it('is asked again once when an answer is lost, and the visitor is sent on', async () => {
    const { code, id } = await newLink(2);
    const tap = new Tap(firstCalls(1, losingReplies()));
    const shaky = createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) });
    expect((await shaky.visit(code)).status).toBe(302);
    expect(tap.calls).toHaveLength(2);
    expect(await counterOf(id).count()).toBe(1);
    expect([(await world.visit(code)).status, (await world.visit(code)).status]).toEqual([302, 410]);
  });
});

describe('an object that cannot be reached', () => {
  it.each([
    ['overloaded', OVERLOADED, 1],
    ['failing', failing(), 2],
  ])('(%s) makes a visit 503 with Retry-After, never a redirect', async (_, fault, calls) => {
    const { code, id } = await newLink(5);
    const tap = new Tap(fault);
    const answer = await createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) }).visit(code);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.has('Location')).toBe(false);
    expect(await answer.text()).not.toContain('example.com');
    expect(tap.calls).toHaveLength(calls);
    expect(await counterOf(id).count()).toBe(0);
  });
});

describe('limits', () => {
  it('of an older version cannot loosen the newest, nor can an eviction', async () => {
    const id = crypto.randomUUID();
    await counterOf(id).limit(limits(id, { version: 5, maxClicks: 2 }));
    const stale = limits(id, { version: 4, maxClicks: 1_000 });
    expect(await counterOf(id).take('one', stale)).toBe(true);
    await evictDurableObject(counterOf(id));
    expect(await counterOf(id).take('two', stale)).toBe(true);
    expect(await counterOf(id).take('three', stale)).toBe(false);
  });

  it.each<[string, Partial<Limits>]>([
    ['deleted or blocked', { live: false }],
    ['with an end that has come', { expiresAt: 1 }],
  ])('of a link %s refuse a stale edge at once', async (_, newest) => {
    const id = crypto.randomUUID();
    expect(await counterOf(id).take('one', limits(id))).toBe(true);
    await counterOf(id).limit(limits(id, { version: 2, ...newest }));
    expect(await counterOf(id).take('two', limits(id))).toBe(false);
  });

  it('end by the object’s own clock too, to the millisecond', async () => {
    const id = crypto.randomUUID();
    const ending = limits(id, { expiresAt: NOON });
    turnTo(NOON - 1);
    expect(await counterOf(id).take('one', ending)).toBe(true);
    turnTo(NOON);
    expect(await counterOf(id).take('two', ending)).toBe(false);
  });
});

describe('forgetting', () => {
  const rows = (id: string) =>
    runInDurableObject(counterOf(id), (_, { storage }) => storage.sql.exec('SELECT id FROM clicks').toArray().length);
  const ring = (id: string) => runDurableObjectAlarm(counterOf(id));

  it('drops click ids after 10 minutes and keeps the count, also across an eviction', async () => {
    const id = crypto.randomUUID();
    turnTo(NOON);
    await counterOf(id).take('one', limits(id));
    turnTo(NOON + 1);
    await counterOf(id).take('two', limits(id));
    turnTo(NOON + 600_000);
    expect(await ring(id)).toBe(true);
    expect(await rows(id)).toBe(1);
    turnTo(NOON + 1_200_001);
    expect(await ring(id)).toBe(true);
    expect(await rows(id)).toBe(0);
    await evictDurableObject(counterOf(id));
    expect(await counterOf(id).count()).toBe(2);
    expect(await counterOf(id).take('three', limits(id))).toBe(true);
    expect(await counterOf(id).take('four', limits(id))).toBe(false);
  });

  it('loses no click to a clock that stepped back among them', async () => {
    const id = crypto.randomUUID();
    turnTo(NOON);
    await counterOf(id).take('one', limits(id));
    turnTo(NOON - 3_600_000);
    await counterOf(id).take('two', limits(id));
    await counterOf(id).take('three', limits(id));
    turnTo(NOON - 3_000_000);
    expect(await ring(id)).toBe(true);
    await evictDurableObject(counterOf(id));
    expect(await counterOf(id).count()).toBe(3);
    expect(await counterOf(id).take('four', limits(id))).toBe(false);
  });
});
