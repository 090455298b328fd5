import { expect, it } from 'vitest';
import { Random } from '../testkit/random';
import { COST, costEvidence, evidenceOf, P50, P99, suffices, uncertaintyOf, weaknessOf } from './evidence';
import { mapSides, type Sides } from './measure';
import { percentile } from './summary';

const random = new Random(7);

/** Made-up latencies with a long tail, of mean `scale`. */
const waits = (count: number, scale: number): number[] =>
  Array.from({ length: count }, () => -scale * Math.log(1 - random.next()));

/** Rounds of requests in which the subject takes twice as long as the floor. */
const latencies = (rounds: number, requests = 400): Sides<number[]>[] =>
  Array.from({ length: rounds }, () => [waits(requests, 2), waits(requests, 1), waits(requests, 1)]);

/** A cost that varies by up to a twentieth. Every fourth round is disturbed, and costs up to three times as much. */
const costOf = (cost: number): number =>
  cost * (1 + random.next() / 20) * (random.next() < 0.25 ? 1 + 2 * random.next() : 1);
const costs = (rounds: number, ratio: number): Sides<number>[] =>
  Array.from({ length: rounds }, () => [costOf(100 * ratio), costOf(100), costOf(100)]);

it('the ratio divides by the geometric mean of the floor and its copy, and the noise the copy by the floor', () => {
  const { ratio, noise, medianNoise } = costEvidence(Array.from({ length: 8 }, () => [240, 100, 144]));
  expect(ratio.ratio).toBeCloseTo(2, 10);
  expect([noise.ratio, medianNoise]).toEqual([1.44, 1.44]);
});

it('costs are compared by the lower quartile of the rounds', () => {
  const rounds = Array.from({ length: 8 }, (_, n): Sides<number> => [n === 1 ? 130 : 120 + 100 * n, 100, 100]);
  expect(costEvidence(rounds).ratio.ratio).toBeCloseTo(1.3, 10);
});

it.each([P50, P99])('latencies are compared by the percentile $share of all requests together', (criterion) => {
  const rounds = latencies(30);
  const [subject, floor, copy] = mapSides<0 | 1 | 2, number>([0, 1, 2], (_, side) =>
    percentile(
      rounds.flatMap((sides) => sides[side]),
      criterion.share,
    ),
  );
  const { ratio, noise } = evidenceOf(rounds, criterion);
  expect(ratio.ratio).toBeCloseTo(subject / Math.sqrt(floor * copy), 10);
  expect(noise.ratio).toBeCloseTo(copy / floor, 10);
});

it('disturbed rounds do not move the interval away from the true ratio', () => {
  const { low, high } = costEvidence(costs(80, 1.2)).ratio;
  expect(low).toBeLessThan(1.2);
  expect(high).toBeGreaterThan(1.2);
  expect(high / low).toBeLessThan(1.05);
});

it('the interval contains the true ratio in at least nine of ten runs of forty rounds', () => {
  const runs = Array.from({ length: 100 }, () => costEvidence(costs(40, 1.2)).ratio);
  expect(runs.filter(({ low, high }) => low <= 1.2 && 1.2 <= high).length).toBeGreaterThanOrEqual(90);
});

it('more rounds make the interval narrower', () => {
  const uncertainty = (rounds: number) => uncertaintyOf(costEvidence(costs(rounds, 1.2)).ratio);
  expect(uncertainty(320)).toBeLessThan(uncertainty(20));
});

it('requests delayed together leave the 99th percentile less certain than requests delayed one by one', () => {
  const delayed = (round: number, request: number, isTogether: boolean) =>
    isTogether ? round < 2 && request < 200 : request < 13;
  const rounds = (isTogether: boolean) =>
    latencies(30).map(
      ([subject, floor, copy], round): Sides<number[]> => [
        subject.map((wait, request) => (delayed(round, request, isTogether) ? 100 + wait : wait)),
        floor,
        copy,
      ],
    );
  const uncertainty = (isTogether: boolean) => uncertaintyOf(evidenceOf(rounds(isTogether), P99).ratio);
  expect(uncertainty(true)).toBeGreaterThan(2 * uncertainty(false));
});

it('the uncertainty is the farther end of the interval, as a share of the ratio', () => {
  expect(uncertaintyOf({ ratio: 1, low: 0.99, high: 1.04 })).toBeCloseTo(0.04, 10);
  expect(uncertaintyOf({ ratio: 1.2, low: 1, high: 1.21 })).toBeCloseTo(0.2, 10);
});

it.each([P50, P99])('the percentile $share may be stated from a hundred requests beyond it on', (criterion) => {
  const { share, least } = criterion;
  expect(least * (1 - share)).toBeCloseTo(100, 10);
  const weakness = (requests: number) => weaknessOf({ ...evidenceOf(latencies(1, requests), criterion), ...ALIKE });
  expect(weakness(least - 1)).toBe(`${least - 1} of at least ${least} requests`);
  expect(weakness(least)).toBeNull();
});
const ALIKE = { noise: { ratio: 1, low: 1, high: 1 }, medianNoise: 1 };

it('a cost may be stated from eight rounds on', () => {
  const evidence = (rounds: number) => costEvidence(Array.from({ length: rounds }, () => [120, 100, 100]));
  expect(weaknessOf(evidence(7))).toBe('7 of at least 8 rounds');
  expect(weaknessOf(evidence(8))).toBeNull();
});

it.each([
  ['the lower quartiles', { noise: { ratio: 0.94, low: 0.9, high: 1 } }, 6],
  ['the median round', { medianNoise: 1.05 }, 5],
])('a cost may not be stated if two copies of the floor differ by 5 %% in %s', (_, noise, percent) => {
  const evidence = { ...costEvidence(Array.from({ length: 8 }, () => [120, 100, 100])), ...noise };
  expect(weaknessOf(evidence)).toBe(`two copies of the floor differ by ${percent} %`);
  expect(suffices(evidence)).toBe(false);
});

it('evidence suffices only if the interval is narrow', () => {
  const evidence = costEvidence(Array.from({ length: 8 }, () => [120, 100, 100]));
  expect(suffices(evidence)).toBe(true);
  const ratio = { ratio: 1.2, low: 1.2 / (1.01 + COST.uncertainty), high: 1.2 };
  expect(suffices({ ...evidence, ratio })).toBe(false);
});
