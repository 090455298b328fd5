/** An isolate's copy of the denylist: how long it is valid, and what it is while KV fails. */
import { describe, expect, it } from 'vitest';
import { EMPTY_DENYLIST, encodeDenylist } from '#domain/denylist';
import { deleteDenylistCopy, getDenylist } from './denylist';
import type { LinkStore } from './link-row';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const denying = (host: string) => ({ ...EMPTY_DENYLIST, hosts: new Set([host]) });

/** An isolate with a KV whose value, failure and number of reads the test sees and sets. Its D1 fails. */
function isolate() {
  const kv = { text: encodeDenylist(EMPTY_DENYLIST) as string | null, isFailing: false, reads: 0 };
  const ROUTES = {
    get: async () => {
      kv.reads += 1;
      if (kv.isFailing) throw new Error('KV GET failed: 500 Internal Server Error');
      return kv.text;
    },
  };
  const DB = {
    withSession: () => {
      throw new Error('D1_ERROR: down');
    },
  };
  return { kv, env: { ROUTES, DB } as unknown as LinkStore };
}

const hostsAt = async (env: LinkStore, now: number) => [...(await getDenylist(env, now)).hosts];

describe('the copy of the denylist', () => {
  it.each([
    [0, 1],
    [19_999, 1],
    [20_000, 2],
    [-1, 2],
  ])('that is used at the age of %i ms has caused %i reads', async (age, reads) => {
    const { kv, env } = isolate();
    await getDenylist(env, NOW);
    await getDenylist(env, NOW + age);
    expect(kv.reads).toBe(reads);
  });

  it('is read again after it was deleted', async () => {
    const { kv, env } = isolate();
    expect(await hostsAt(env, NOW)).toEqual([]);
    kv.text = encodeDenylist(denying('evil.example'));
    expect(await hostsAt(env, NOW)).toEqual([]);
    deleteDenylistCopy(env);
    expect(await hostsAt(env, NOW)).toEqual(['evil.example']);
  });

  it.each([
    ['fails', (kv: { isFailing: boolean }) => void Object.assign(kv, { isFailing: true })],
    ['has a value of an unknown format', (kv: { text: string | null }) => void Object.assign(kv, { text: '{"f":9}' })],
    ['was emptied', (kv: { text: string | null }) => void Object.assign(kv, { text: null })],
  ])('stays the same if KV %s, also while D1 fails', async (_, breakKv) => {
    const { kv, env } = isolate();
    kv.text = encodeDenylist(denying('evil.example'));
    await getDenylist(env, NOW);
    breakKv(kv);
    expect(await hostsAt(env, NOW + 20_000)).toEqual(['evil.example']);
  });

  it.each([
    ['fails', { isFailing: true }],
    ['has none', { text: null }],
  ])('is read from D1 if KV %s at its first read', async (_, state) => {
    const { kv, env } = isolate();
    Object.assign(kv, state);
    await expect(getDenylist(env, NOW)).rejects.toThrow('D1_ERROR: down');
  });
});
