/** Stories of keys: Idempotency-Key, rotation, revocation, suspension. */
import { expect } from 'vitest';
import type { Pair } from './pair';
import { bodyOf, callerOf, type Key, type Made, newKey, type Story } from './story';

type Usage = { readonly month: { readonly used: number } };

const statusWith = async (at: Pair, key: string) => (await at.v2(key, 'GET', '/usage')).status;

export const keyStories: Readonly<Record<string, Story>> = {
  'a repetition under an Idempotency-Key gets the first response, and makes nothing': async (at) => {
    const { key } = await newKey(at);
    const body = { url: 'https://example.com/once' };
    const post = (now: Pair, name: string, sent: unknown = body) =>
      now.v2(key, 'POST', '/shorten', sent, { 'Idempotency-Key': name });
    const first = await post(at, 'the first');
    const { shortCode } = bodyOf<Made>(201, first);
    const again = async (now: Pair) => {
      const replayed = await post(now, 'the first');
      expect([replayed.body, replayed.headers.get('Idempotent-Replayed')]).toEqual([first.body, 'true']);
      expect((await post(now, 'the first', { url: 'https://example.com/other' })).status).toBe(422);
      const { links } = await callerOf(now, { key })<{ links: Made[] }>(200, 'GET', '/links');
      expect(links.map((link) => link.shortCode)).toEqual([shortCode]);
    };
    await again(at);
    return again;
  },

  'both texts of a rotated key work, and share one count': async (at) => {
    const { id, key } = await newKey(at);
    const rotated = bodyOf<Key>(200, await at.admin('POST', `/keys/${id}/rotate`, { graceSeconds: 86_400 }));
    const usedNow = async (now: Pair, text: string) =>
      (await callerOf(now, { key: text })<Usage>(200, 'GET', '/usage')).month.used;
    let used = await usedNow(at, key);
    return async (later) => {
      for (const text of [key, rotated.key]) expect(await usedNow(later, text)).toBe(++used);
    };
  },

  'a second rotation does not end the older text of the first': async (at) => {
    const { id, key } = await newKey(at);
    bodyOf(200, await at.admin('POST', `/keys/${id}/rotate`, { graceSeconds: 86_400 }));
    return async (later) => {
      bodyOf(409, await later.admin('POST', `/keys/${id}/rotate`, { graceSeconds: 86_400 }));
      expect(await statusWith(later, key)).toBe(200);
    };
  },

  'a key is switched off and on, and a revoked key stays revoked': async (at) => {
    const [key, revoked] = [await newKey(at), await newKey(at)];
    const setTo = async (now: Pair, status: 'active' | 'inactive') => {
      bodyOf(200, await now.admin('PATCH', `/keys/${key.id}`, { status }));
      expect(await statusWith(now, key.key)).toBe(status === 'active' ? 200 : 401);
    };
    expect(await statusWith(at, revoked.key)).toBe(200);
    bodyOf(204, await at.admin('DELETE', `/keys/${revoked.id}`));
    expect(await statusWith(at, revoked.key)).toBe(401);
    await setTo(at, 'inactive');
    return async (later) => {
      for (const { key: text } of [key, revoked]) expect(await statusWith(later, text)).toBe(401);
      await setTo(later, 'active');
      await setTo(later, 'inactive');
    };
  },

  'the keys of a suspended account get 401 until it is resumed': async (at) => {
    const { accountId, key } = await newKey(at);
    const suspend = async (now: Pair) => {
      expect(await statusWith(now, key)).toBe(200);
      bodyOf(200, await now.admin('POST', `/accounts/${accountId}/suspend`));
      expect(await statusWith(now, key)).toBe(401);
    };
    await suspend(at);
    return async (later) => {
      expect(await statusWith(later, key)).toBe(401);
      bodyOf(200, await later.admin('POST', `/accounts/${accountId}/resume`));
      await suspend(later);
    };
  },
};
