/** Lookups wait for their turns of both networks. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TimedOut } from './faults';
import { runInTurn, settleAll } from './turns';

afterEach(() => vi.useRealTimers());

it('a lookup waits five seconds for its turns of both networks in all', async () => {
  vi.useFakeTimers();
  const env = {};
  const ctx = { waitUntil: () => undefined };
  const end = Promise.withResolvers<void>();
  const lookUp = (network: string, work = () => end.promise) =>
    runInTurn(env, ctx, { network, wideNetwork: 'wide' }, work);
  // Ten networks use up the turns of their wide network; an eleventh has ten lookups that wait for one.
  const all = Array.from({ length: 110 }, (_, i) => lookUp(`network ${Math.floor(i / 10)}`));
  const settled = Promise.allSettled(all);
  await vi.advanceTimersByTimeAsync(3_000);
  const late = lookUp('network 10').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_999);
  const isDone = vi.fn();
  void late.then(isDone);
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone).toHaveBeenCalledWith(expect.any(TimedOut));
  end.resolve();
  expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

describe('settleAll', () => {
  it('returns the outcome of each item in their order, whichever ends first', async () => {
    const ends = new Map<number, () => void>();
    const all = settleAll([1, 2, 3], 3, (item) => new Promise((done) => ends.set(item, () => done(item * 10))));
    for (const item of [3, 1, 2]) ends.get(item)?.();
    expect((await all).map((one) => one.status === 'fulfilled' && one.value)).toEqual([10, 20, 30]);
  });

  it('runs no more items at a time than allowed, and every item once', async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    await settleAll(
      Array.from({ length: 25 }, (_, item) => item),
      4,
      async (item) => {
        most = Math.max(most, ++running);
        seen.push(item);
        await Promise.resolve();
        running--;
      },
    );
    expect(most).toBe(4);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, item) => item));
  });

  it('goes on after an item that fails', async () => {
    const outcomes = await settleAll(['good', 'bad', 'good'], 1, async (item) => {
      if (item === 'bad') throw new Error('refused');
      return item;
    });
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('of no items is empty', async () => {
    expect(await settleAll([], 5, async () => 1)).toEqual([]);
  });
});
