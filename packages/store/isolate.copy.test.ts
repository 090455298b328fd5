/**
 * An isolate's copy of a stored value: how long it is valid, which calls read the store, and what a failed read does.
 */
import { describe, expect, it, vi } from 'vitest';
import { makeIsolateCopy } from './isolate';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

/** A copy that is valid for 20 s, or for 5 s after a failed read. Its store counts the reads. */
function newCopy() {
  const store = { value: 'first', isFailing: false, isHanging: false, reads: 0 };
  const onFault = vi.fn();
  const copy = makeIsolateCopy<object, string>({
    ttlMs: 20_000,
    retryAfterMs: 5_000,
    limitMs: 20,
    read: async () => {
      store.reads += 1;
      if (store.isHanging) return new Promise<string>(() => undefined);
      if (store.isFailing) throw new Error('down');
      return store.value;
    },
    fallback: () => 'nothing',
    onFault,
  });
  return { store, copy, onFault };
}

describe('the copy of an isolate', () => {
  it.each([
    [0, 1],
    [19_999, 1],
    [20_000, 2],
    [-1, 2],
  ])('that is used at the age of %i ms has caused %i reads', async (age, reads) => {
    const { store, copy } = newCopy();
    const env = {};
    await copy.get(env, NOW);
    await copy.get(env, NOW + age);
    expect(store.reads).toBe(reads);
  });

  it('is read once for all calls that wait for it, and once for each environment', async () => {
    const { store, copy } = newCopy();
    const env = {};
    await Promise.all(Array.from({ length: 50 }, () => copy.get(env, NOW)));
    expect(store.reads).toBe(1);
    await copy.get({}, NOW);
    expect(store.reads).toBe(2);
  });

  it('stays the same while its store fails, and is read again after the shorter time', async () => {
    const { store, copy, onFault } = newCopy();
    const env = {};
    await copy.get(env, NOW);
    store.isFailing = true;
    store.value = 'second';
    expect(await copy.get(env, NOW + 20_000)).toBe('first');
    expect(await copy.get(env, NOW + 24_999)).toBe('first');
    expect([store.reads, onFault.mock.calls.length]).toEqual([2, 1]);
    store.isFailing = false;
    expect(await copy.get(env, NOW + 25_000)).toBe('second');
  });

  it('is the value of the fallback if its first read fails', async () => {
    const { store, copy } = newCopy();
    store.isFailing = true;
    expect(await copy.get({}, NOW)).toBe('nothing');
  });

  it('is the value of the fallback if a read exceeds its time limit, and a later call reads again', async () => {
    const { store, copy } = newCopy();
    const env = {};
    store.isHanging = true;
    expect(await copy.get(env, NOW)).toBe('nothing');
    store.isHanging = false;
    expect(await copy.get(env, NOW + 5_000)).toBe('first');
  });

  it('is the value that was set, and is read again after it was deleted', async () => {
    const { store, copy } = newCopy();
    const env = {};
    copy.set(env, 'set', NOW);
    expect([await copy.get(env, NOW), store.reads]).toEqual(['set', 0]);
    copy.delete(env);
    expect(await copy.get(env, NOW)).toBe('first');
  });

  it('does not get the value of a read that began before it was deleted', async () => {
    const { store, copy } = newCopy();
    const env = {};
    const before = copy.get(env, NOW);
    copy.delete(env);
    store.value = 'second';
    const after = copy.get(env, NOW);
    expect([await before, await after]).toEqual(['first', 'second']);
    expect(await copy.get(env, NOW)).toBe('second');
  });
});
