/** Stories of links: creation, edit, deletion, block, batch. */
import { expect } from 'vitest';
import { bodyOf, callerOf, freshAlias, leadsTo, type Made, newKey, type Story, shorten } from './story';

type Batch = { readonly results: readonly (Made & { success: boolean; errorType?: string })[] };
type Listed = { readonly links: readonly { readonly shortCode: string; readonly status: string }[] };

export const linkStories: Readonly<Record<string, Story>> = {
  'links with and without an alias redirect, are listed and edited': async (at) => {
    const key = await newKey(at);
    const plain = await shorten(at, key, { url: 'https://example.com/plain' });
    const alias = freshAlias();
    const named = await shorten(at, key, { url: 'https://example.com/named', alias, expiresIn: 86_400 });
    expect([plain.shortCode.length, named.shortCode]).toEqual([7, alias]);
    let edits = 0;
    return async (later) => {
      const call = callerOf(later, key);
      const url = `https://example.com/edited/${++edits}`;
      expect(await leadsTo(later, named)).toBe('https://example.com/named');
      await call(200, 'PATCH', `/links/${plain.shortCode}`, { url });
      expect(await leadsTo(later, plain)).toBe(url);
      const { links } = await call<Listed>(200, 'GET', '/links?status=active');
      expect(links.map(({ shortCode }) => shortCode).sort()).toEqual([plain.shortCode, alias].sort());
    };
  },

  'an edit of a limited link applies at once': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/0', maxClicks: 100 });
    expect(await leadsTo(at, link)).toBe('https://example.com/0');
    let edits = 0;
    const edit = async (now: typeof at) => {
      const url = `https://example.com/${++edits}`;
      expect(await leadsTo(now, link)).toBe(edits === 1 ? 'https://example.com/0' : `https://example.com/${edits - 1}`);
      await callerOf(now, key)(200, 'PATCH', `/links/${link.shortCode}`, { url });
      expect(await leadsTo(now, link)).toBe(url);
    };
    await edit(at);
    return edit;
  },

  'a deleted link is gone, and its alias can be taken again': async (at) => {
    const key = await newKey(at);
    const alias = freshAlias();
    let link = await shorten(at, key, { url: 'https://example.com/first', alias, maxClicks: 10 });
    const takeAgain = async (now: typeof at) => {
      expect(await leadsTo(now, link)).toBe(link.url);
      await callerOf(now, key)(204, 'DELETE', `/links/${alias}`);
      expect(await leadsTo(now, link)).toBe(410);
      link = await shorten(now, key, { url: `${link.url}/again`, alias, maxClicks: 10 });
      expect(await leadsTo(now, link)).toBe(link.url);
    };
    const dead = await shorten(at, key, { url: 'https://example.com/dead' });
    await callerOf(at, key)(204, 'DELETE', `/links/${dead.shortCode}`);
    await takeAgain(at);
    return async (later) => {
      expect(await leadsTo(later, dead)).toBe(410);
      await takeAgain(later);
    };
  },

  'a block stops a link until it is lifted': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/blocked', maxClicks: 100 });
    const change = async (now: typeof at, what: 'block' | 'unblock') => {
      const body = what === 'block' ? { reason: 'phishing' } : undefined;
      bodyOf(200, await now.admin('POST', `/links/${link.shortCode}/${what}`, body));
      expect(await leadsTo(now, link)).toBe(what === 'block' ? 410 : link.url);
    };
    await change(at, 'block');
    await change(at, 'unblock');
    await change(at, 'block');
    return async (later) => {
      expect(await leadsTo(later, link)).toBe(410);
      await change(later, 'unblock');
      await change(later, 'block');
    };
  },

  'a batch makes its valid items, and an atomic batch with an invalid item makes none': async (at) => {
    const key = await newKey(at);
    const alias = freshAlias();
    const urls = [{ url: 'https://example.com/1' }, { url: 'no address' }, { url: 'https://example.com/2', alias }];
    const call = callerOf(at, key);
    await call(400, 'POST', '/shorten/batch?atomic=true', { urls });
    const { results } = await call<Batch>(200, 'POST', '/shorten/batch', { urls });
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    const made = results.filter(({ success }) => success);
    for (const link of made) expect(await leadsTo(at, link)).toBe(link.url);
    return async (later) => {
      for (const link of made) expect(await leadsTo(later, link)).toBe(link.url);
      await callerOf(later, key)(400, 'POST', '/shorten', { url: 'https://example.com/', alias });
    };
  },
};
