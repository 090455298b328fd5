import { describe, expect, it } from 'vitest';
import { settleAll } from './settle-all';

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
