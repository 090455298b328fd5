import { describe, expect, it } from 'vitest';
import { acceptedOf, allOrNone, isRefused, outcomeOf, withAccepted } from './outcome';
import { Refusal } from './refusal';

const refusal = new Refusal('URL_INVALID');
const codes = (outcomes: readonly unknown[]) => outcomes.map((one) => (isRefused(one) ? one.code : one));

describe('an outcome', () => {
  it('is what the function returns, or the refusal it throws', () => {
    expect(outcomeOf(() => 1)).toBe(1);
    expect(
      outcomeOf(() => {
        throw refusal;
      }),
    ).toBe(refusal);
  });

  it('is thrown where the function throws a fault', () => {
    const act = () => {
      throw new TypeError('a bug');
    };
    expect(() => outcomeOf(act)).toThrow('a bug');
  });

  it('is returned where it is accepted, and thrown where it is a refusal', () => {
    expect(acceptedOf(1)).toBe(1);
    expect(() => acceptedOf(refusal)).toThrow(refusal);
  });
});

describe('a step with the accepted items', () => {
  it('puts the outcome of each in its place', async () => {
    const outcomes = await withAccepted(['a', refusal, 'b', 'c'], async (accepted) => [accepted.join(), refusal, 3]);
    expect(codes(outcomes)).toEqual(['a,b,c', 'URL_INVALID', 'URL_INVALID', 3]);
  });

  it('is not taken where every item was refused', async () => {
    const never = () => Promise.reject(new Error('asked'));
    expect(await withAccepted([refusal], never)).toEqual([refusal]);
  });
});

describe('an atomic batch', () => {
  it('is as it was where nothing was refused', () => {
    expect(allOrNone([1, 2])).toEqual([1, 2]);
  });

  it('with one refusal aborts the others, which keep their places', () => {
    expect(codes(allOrNone([1, refusal, 2]))).toEqual(['BATCH_ABORTED', 'URL_INVALID', 'BATCH_ABORTED']);
  });
});
