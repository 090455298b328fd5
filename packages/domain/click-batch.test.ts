import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BatchedClick,
  CLICK_KINDS,
  decodeClicks,
  encodeClicks,
  joinClicks,
  makeBatchId,
  makeFirstBatchId,
} from './click-batch';
import golden from './click-batch.golden.json';
import { DIMENSIONS, type Profile } from './daily-counts';

const profile = fc.record(
  Object.fromEntries(DIMENSIONS.map((name) => [name, fc.string({ unit: 'binary' })])),
) as fc.Arbitrary<Profile>;

const click: fc.Arbitrary<BatchedClick> = fc.record({
  linkId: fc.constantFrom('one', 'two', '__proto__'),
  code: fc.constant('code'),
  at: fc.integer({ min: 0, max: 2 ** 45 }),
  kind: fc.constantFrom(...CLICK_KINDS),
  profile: fc.option(profile),
  visitor: fc.option(fc.nat(2_500)),
});

it('every batch decodes to the clicks that were encoded', () => {
  fc.assert(
    fc.property(fc.array(click), (clicks) => {
      expect([...decodeClicks(encodeClicks(clicks))]).toEqual(clicks);
    }),
  );
});

it('two joined batches decode to the clicks of both, and the visitors of the second follow those of the first', () => {
  fc.assert(
    fc.property(fc.array(click), fc.array(click), (first, second) => {
      const joined = joinClicks(encodeClicks(first), encodeClicks(second), 2_501);
      const moved = second.map((one) => ({ ...one, visitor: one.visitor === null ? null : one.visitor + 2_501 }));
      expect([...decodeClicks(joined)]).toEqual([...first, ...moved]);
    }),
  );
});

it('a batch encodes a value once, even if many clicks share it', () => {
  const one: BatchedClick = {
    linkId: 'a-long-id-of-a-link',
    code: 'code',
    at: 1_795_262_400_000,
    kind: 'click',
    profile: Object.fromEntries(DIMENSIONS.map((name) => [name, 'a long value'])) as Profile,
    visitor: 0,
  };
  const [single, thousand] = [encodeClicks([one]), encodeClicks(Array<BatchedClick>(1_000).fill(one))];
  expect(thousand.length - single.length).toBe(999 * '0,0,0,0,0,'.length);
});

describe('the codec of batches', () => {
  it.each(golden)('decodes the sample of format $format, and encodes it to the same text', ({ encoded, clicks }) => {
    const read = [...decodeClicks(JSON.stringify(encoded))];
    expect(
      read.map((one) => [one.linkId, one.code, one.at, one.kind, one.profile?.browser ?? null, one.visitor]),
    ).toEqual(clicks);
    expect(JSON.parse(encodeClicks(read))).toEqual(encoded);
  });

  it('throws for an unknown format', () => {
    expect(() => [...decodeClicks('{"f":2,"at":0,"l":[],"p":[],"c":[]}')]).toThrow('unknown format 2');
    expect(() => joinClicks(encodeClicks([]), '{"f":2,"at":0,"l":[],"p":[],"c":[]}', 0)).toThrow('unknown format 2');
  });
});

it('batch ids sort by the time at which the batches were made', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (one, other) => {
      const base = Date.UTC(2026, 0);
      expect(makeBatchId(base + one, 'z') < makeFirstBatchId(base + other)).toBe(one < other);
    }),
  );
});

it('a batch id has nine characters before its random part, even for the first millisecond of 1970', () => {
  expect([makeBatchId(0, 'z'), makeFirstBatchId(35)]).toEqual(['000000000-z', '00000000z']);
});

it('a batch with empty lists decodes to clicks without a link, a profile and a visitor', () => {
  const [read] = decodeClicks('{"f":1,"at":5,"l":[],"p":[],"c":[0]}');
  expect(read).toEqual({ linkId: '', code: '', at: 5, kind: 'click', profile: null, visitor: null });
});

it('decodeClicks reads an unknown kind as a click', () => {
  const [read] = decodeClicks(`{"f":1,"at":5,"l":[["link","code"]],"p":[],"c":[0,0,${CLICK_KINDS.length},-1,-1]}`);
  expect(read).toMatchObject({ linkId: 'link', kind: 'click' });
});
