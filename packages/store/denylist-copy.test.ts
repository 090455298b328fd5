/** An isolate's copy of the denylist: how long it is valid, and what replaces a read of KV that fails. */
import { describe, expect, it } from 'vitest';
import { EMPTY_DENYLIST, encodeDenylist } from '#domain/denylist';
import { currentDenylist, deleteDenylistCopy } from './denylist-copy';
import type { LinkStore } from './link-store';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const denying = (host: string) => ({ ...EMPTY_DENYLIST, hosts: new Set([host]) });

/** An isolate with its KV: the value in it, whether it fails, and how often it was read. D1 fails. */
function isolate() {
  const kv = { text: null as string | null, isAway: false, reads: 0 };
  const ROUTES = {
    get: async () => {
      kv.reads += 1;
      if (kv.isAway) throw new Error('KV GET failed: 500 Internal Server Error');
      return kv.text;
    },
  };
  const DB = {
    withSession: () => {
      throw new Error('D1_ERROR: away');
    },
  };
  return { kv, env: { ROUTES, DB } as unknown as LinkStore };
}

const hostsAt = async (env: LinkStore, now: number) => [...(await currentDenylist(env, now)).hosts];

describe('the copy', () => {
  it.each([
    [0, 1],
    [19_999, 1],
    [20_000, 2],
    [-1, 2],
  ])('of %i ms ago is one of %i readings', async (age, readings) => {
    const { kv, env } = isolate();
    await currentDenylist(env, NOW);
    await currentDenylist(env, NOW + age);
    expect(kv.reads).toBe(readings);
  });

  it('is read again where it was deleted', async () => {
    const { kv, env } = isolate();
    expect(await hostsAt(env, NOW)).toEqual([]);
    kv.text = encodeDenylist(denying('evil.example'));
    expect(await hostsAt(env, NOW)).toEqual([]);
    deleteDenylistCopy(env);
    expect(await hostsAt(env, NOW)).toEqual(['evil.example']);
  });

  it.each([
    ['fails', (kv: { isAway: boolean }) => void Object.assign(kv, { isAway: true })],
    ['holds something else', (kv: { text: string | null }) => void Object.assign(kv, { text: '{"f":9}' })],
  ])('stays where KV %s, also while D1 fails', async (_, spoil) => {
    const { kv, env } = isolate();
    kv.text = encodeDenylist(denying('evil.example'));
    await currentDenylist(env, NOW);
    spoil(kv);
    expect(await hostsAt(env, NOW + 20_000)).toEqual(['evil.example']);
  });

  it('that was never read comes from D1', async () => {
    const { kv, env } = isolate();
    kv.isAway = true;
    await expect(currentDenylist(env, NOW)).rejects.toThrow('D1_ERROR: away');
  });
});
