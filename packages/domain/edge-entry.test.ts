import { describe, expect, it } from 'vitest';
import { PLAIN_LINK } from '#testkit/link';
import { decodeEntry, type EdgeEntry, encodeEntry, makeEntry, makeEntryKey, nameStatistics } from './edge-entry';
import golden from './edge-entry.golden.json';

describe('decodeEntry', () => {
  it.each(golden)('reads the golden text $text', ({ text, route: entry }) => {
    expect(decodeEntry(text)).toEqual(entry);
  });

  it.each(golden)('is reversed by encodeEntry for $text', ({ text, route: entry }) => {
    expect(encodeEntry(entry as EdgeEntry)).toBe(text);
  });

  it.each([
    '',
    'null',
    '1',
    '{}',
    '[]',
    '{"f":2,"s":"live","v":1}',
    '{"f":1,"s":"live","v":1}',
    '{"f":1,"s":"gone","v":1}',
    'https://',
  ])('returns null for %j, which is no entry of this format', (text) => expect(decodeEntry(text)).toBeNull());

  it('returns null for a live entry with neither a destination nor the mark of a password', () => {
    const text = JSON.stringify({ ...JSON.parse(golden[0]?.text ?? ''), u: undefined });
    expect(decodeEntry(text)).toBeNull();
  });
});

describe('makeEntry', () => {
  it('leaves out the destination of a protected link', () => {
    const entry = makeEntry({ ...PLAIN_LINK, password: '$pbkdf2…' }, 'https://example.com/');
    expect(encodeEntry(entry)).not.toContain('example.com');
    expect(encodeEntry(entry)).not.toContain('pbkdf2');
  });

  it('gives a link that is blocked and gone the state blocked, and a link that is gone the state gone', () => {
    expect(makeEntry({ ...PLAIN_LINK, blocked: 'phishing', gone: 'DELETED' }, '').state).toBe('blocked');
    expect(makeEntry({ ...PLAIN_LINK, gone: 'DELETED' }, '').state).toBe('gone');
  });
});

describe('the entry of a live link', () => {
  const entry = makeEntry({ ...PLAIN_LINK, createdAt: 7, version: 3 }, 'https://example.com/');

  it('has every field that a visit needs', () => {
    expect(entry).toEqual({
      state: 'live',
      id: 'link',
      version: 3,
      accountId: 'account',
      statistics: 'account:0',
      createdAt: 7,
      expiresAt: undefined,
      maxClicks: undefined,
      target: { location: 'https://example.com/' },
    });
  });

  it('has the limits of the link, and the mark of its password', () => {
    const limited = makeEntry(
      { ...PLAIN_LINK, expiresAt: 9, maxClicks: 3, password: '$pbkdf2…' },
      'https://example.com/',
    );
    expect(limited).toMatchObject({ expiresAt: 9, maxClicks: 3, target: 'protected' });
  });

  it('is decoded to null if a part is missing, or if its format or state is unknown', () => {
    const whole = JSON.parse(encodeEntry(entry));
    expect(decodeEntry(JSON.stringify(whole))).not.toBeNull();
    for (const part of ['f', 's', 'v', 'i', 'a', 't', 'c', 'u'])
      expect(decodeEntry(JSON.stringify({ ...whole, [part]: undefined })), part).toBeNull();
    for (const strange of [{ f: 2 }, { s: 'asleep' }, { s: 'asleep', r: 'TIME' }, { v: '3' }])
      expect(decodeEntry(JSON.stringify({ ...whole, ...strange })), JSON.stringify(strange)).toBeNull();
  });
});

it('entryKey returns the code with the prefix of entries', () => expect(makeEntryKey('promo')).toBe('l:promo'));

it('statisticsName returns the name of the first statistics object of an account', () => {
  expect(nameStatistics('account')).toBe('account:0');
});
