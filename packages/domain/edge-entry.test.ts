import { describe, expect, it } from 'vitest';
import { PLAIN_LINK } from '#testkit/link';
import { decodeEntry, type EdgeEntry, encodeEntry, entryKey, entryOf, statisticsName } from './edge-entry';
import golden from './edge-entry.golden.json';

describe('decodeEntry', () => {
  it.each(golden)('reads the golden text $text', ({ text, route: entry }) => {
    expect(decodeEntry(text)).toEqual(entry);
  });

  it.each(golden)('is undone by encodeEntry for $text', ({ text, route: entry }) => {
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
  ])('treats %j, which no version of ours wrote, as a miss', (text) => expect(decodeEntry(text)).toBeNull());

  it('treats a live entry with neither a destination nor a password mark as a miss', () => {
    const text = JSON.stringify({ ...JSON.parse(golden[0]?.text ?? ''), u: undefined });
    expect(decodeEntry(text)).toBeNull();
  });
});

describe('entryOf', () => {
  it('leaves the destination of a protected link out', () => {
    const entry = entryOf({ ...PLAIN_LINK, password: '$pbkdf2…' }, 'https://example.com/');
    expect(encodeEntry(entry)).not.toContain('example.com');
    expect(encodeEntry(entry)).not.toContain('pbkdf2');
  });

  it('prefers blocked to gone, and gone to live', () => {
    expect(entryOf({ ...PLAIN_LINK, blocked: 'phishing', gone: 'DELETED' }, '').state).toBe('blocked');
    expect(entryOf({ ...PLAIN_LINK, gone: 'DELETED' }, '').state).toBe('gone');
  });
});

describe('the entry of a living link', () => {
  const entry = entryOf({ ...PLAIN_LINK, createdAt: 7, version: 3 }, 'https://example.com/');

  it('holds what a visit needs', () => {
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

  it('holds its limits, and the mark of its password', () => {
    const limited = entryOf(
      { ...PLAIN_LINK, expiresAt: 9, maxClicks: 3, password: '$pbkdf2…' },
      'https://example.com/',
    );
    expect(limited).toMatchObject({ expiresAt: 9, maxClicks: 3, target: 'protected' });
  });

  it('is a miss with any of its parts left out, or of another format or state', () => {
    const whole = JSON.parse(encodeEntry(entry));
    expect(decodeEntry(JSON.stringify(whole))).not.toBeNull();
    for (const part of ['f', 's', 'v', 'i', 'a', 't', 'c', 'u'])
      expect(decodeEntry(JSON.stringify({ ...whole, [part]: undefined })), part).toBeNull();
    for (const strange of [{ f: 2 }, { s: 'asleep' }, { s: 'asleep', r: 'TIME' }, { v: '3' }])
      expect(decodeEntry(JSON.stringify({ ...whole, ...strange })), JSON.stringify(strange)).toBeNull();
  });
});

it('has a key with its code', () => expect(entryKey('promo')).toBe('l:promo'));

it('names the first statistics object of its account', () => {
  expect(statisticsName('account')).toBe('account:0');
});
