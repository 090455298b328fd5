/** An isolate's copy of a stored value: how long it is valid, who reads it, and what replaces a read that fails. */
import { describe, expect, it, vi } from 'vitest';
import { isolateCopy } from './isolate-copy';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

/** A copy that is valid for 20 s, or 5 s after its store failed, and the number of reads. */
function copy() {
  const store = { value: 'first', isAway: false, isSilent: false, reads: 0 };
  const onFault = vi.fn();
  const subject = isolateCopy<object, string>({
    ttlMs: 20_000,
    retryAfterMs: 5_000,
    limitMs: 20,
    read: async () => {
      store.reads += 1;
      if (store.isSilent) return new Promise<string>(() => undefined);
      if (store.isAway) throw new Error('away');
      return store.value;
    },
    fallback: () => 'nothing',
    onFault,
  });
  return { store, subject, onFault };
}

describe('the copy of an isolate', () => {
  it.each([
    [0, 1],
    [19_999, 1],
    [20_000, 2],
    [-1, 2],
  ])('of %i ms ago is one of %i reads', async (age, reads) => {
    const { store, subject } = copy();
    const owner = {};
    await subject.get(owner, NOW);
    await subject.get(owner, NOW + age);
    expect(store.reads).toBe(reads);
  });

  it('is read once for all calls that wait for it, and once for each owner', async () => {
    const { store, subject } = copy();
    const owner = {};
    await Promise.all(Array.from({ length: 50 }, () => subject.get(owner, NOW)));
    expect(store.reads).toBe(1);
    await subject.get({}, NOW);
    expect(store.reads).toBe(2);
  });

  it('stays where its store fails, which is read again after the shorter time', async () => {
    const { store, subject, onFault } = copy();
    const owner = {};
    await subject.get(owner, NOW);
    store.isAway = true;
    store.value = 'second';
    expect(await subject.get(owner, NOW + 20_000)).toBe('first');
    expect(await subject.get(owner, NOW + 24_999)).toBe('first');
    expect([store.reads, onFault.mock.calls.length]).toEqual([2, 1]);
    store.isAway = false;
    expect(await subject.get(owner, NOW + 25_000)).toBe('second');
  });

  it('that was never read is the value of the fallback', async () => {
    const { store, subject } = copy();
    store.isAway = true;
    expect(await subject.get({}, NOW)).toBe('nothing');
  });

  it('waits for a silent store no longer than its limit, and the next call reads again', async () => {
    const { store, subject } = copy();
    const owner = {};
    store.isSilent = true;
    expect(await subject.get(owner, NOW)).toBe('nothing');
    store.isSilent = false;
    expect(await subject.get(owner, NOW + 5_000)).toBe('first');
  });

  it('is the value that was set, and is read again once it was deleted', async () => {
    const { store, subject } = copy();
    const owner = {};
    subject.set(owner, 'set', NOW);
    expect([await subject.get(owner, NOW), store.reads]).toEqual(['set', 0]);
    subject.delete(owner);
    expect(await subject.get(owner, NOW)).toBe('first');
  });

  it('that was deleted does not get the value of an earlier read', async () => {
    const { store, subject } = copy();
    const owner = {};
    const before = subject.get(owner, NOW);
    subject.delete(owner);
    store.value = 'second';
    const after = subject.get(owner, NOW);
    expect([await before, await after]).toEqual(['first', 'second']);
    expect(await subject.get(owner, NOW)).toBe('second');
  });
});
