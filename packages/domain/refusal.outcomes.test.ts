import { describe, expect, it } from 'vitest';
import { allOrNone, catchRefusal, getAccepted, isRefused, Refusal, withAccepted } from './refusal';

const refusal = new Refusal('URL_INVALID');
const codes = (outcomes: readonly unknown[]) => outcomes.map((one) => (isRefused(one) ? one.code : one));

describe('an outcome', () => {
  it('is the result of the function, or the refusal that it throws', () => {
    expect(catchRefusal(() => 1)).toBe(1);
    expect(
      catchRefusal(() => {
        throw refusal;
      }),
    ).toBe(refusal);
  });

  it('is not made from a fault: outcomeOf throws the fault', () => {
    const act = () => {
      throw new TypeError('a bug');
    };
    expect(() => catchRefusal(act)).toThrow('a bug');
  });

  it('is returned by acceptedOf if it is a result, and thrown if it is a refusal', () => {
    expect(getAccepted(1)).toBe(1);
    expect(() => getAccepted(refusal)).toThrow(refusal);
  });
});

describe('withAccepted', () => {
  it('puts the outcome of each accepted item in its place', async () => {
    const outcomes = await withAccepted(['a', refusal, 'b', 'c'], async (accepted) => [accepted.join(), refusal, 3]);
    expect(codes(outcomes)).toEqual(['a,b,c', 'URL_INVALID', 'URL_INVALID', 3]);
  });

  it('does not run the step where every item was refused', async () => {
    const never = () => Promise.reject(new Error('the step ran'));
    expect(await withAccepted([refusal], never)).toEqual([refusal]);
  });
});

describe('an atomic batch', () => {
  it('keeps all its outcomes if no item was refused', () => {
    expect(allOrNone([1, 2])).toEqual([1, 2]);
  });

  it('aborts all other items if one was refused, and every outcome keeps its place', () => {
    expect(codes(allOrNone([1, refusal, 2]))).toEqual(['BATCH_ABORTED', 'URL_INVALID', 'BATCH_ABORTED']);
  });
});
