/** The lengths and characters of details, and the comparison of tags. */
import { describe, expect, it } from 'vitest';
import { isExternalId, isNotes, isTag, isTitle, normalizeTag, uniqueTags } from './link';

describe.each([
  ['a title', isTitle, 200],
  ['notes', isNotes, 2_000],
  ['a tag', isTag, 50],
  ['an externalId', isExternalId, 200],
] as const)('%s', (_, isAllowed, most) => {
  it('has one character at least, and counts an emoji as one', () => {
    expect(isAllowed('')).toBe(false);
    for (const character of ['x', 'é', 'م', '😀']) {
      expect(isAllowed(character.repeat(most))).toBe(true);
      expect(isAllowed(character.repeat(most + 1))).toBe(false);
    }
  });

  it.each(['\0', '\t', '\u001f', '\u007f', '\u0085', '\ud800', '\udc00x'])('has no %j', (text) => {
    expect(isAllowed(`a${text}b`)).toBe(false);
  });

  it.each(['\u200f', '\u00a0', "'", '"', '\\', '%', '<', '👨‍👩‍👧'])('may have %j', (text) => {
    expect(isAllowed(`a${text}b`)).toBe(true);
  });

  it.each(['\n', '\r\n', '\u2028', '\u2029', '\u202e', '\u2066'])('has %j only in notes', (text) => {
    expect(isAllowed(`a${text}b`)).toBe(isAllowed === isNotes);
  });
});

it.each(['.', '..'])('no tag is named %s, because its name stands in a path', (name) => {
  expect(isTag(name)).toBe(false);
  expect(isTag(`${name}.`)).toBe(name === '..');
});

it.each(['\u200b', '\u2060\u200d', '\ufeff', '\u200e \u00ad'])('no tag and no title is invisible: %j', (text) => {
  expect([isTag(text), isTitle(text), isTag(`a${text}`)]).toEqual([false, false, true]);
});

it('tags are compared without spaces and byte order marks around them', () => {
  for (const name of [' mail', 'mail\ufeff', '\u00a0Mail\t']) expect(normalizeTag(name)).toBe('mail');
});

it('tags are compared by form NFC and lower case, and the first spelling stays', () => {
  expect(normalizeTag('CAFE\u0301')).toBe('caf\u00e9');
  expect(normalizeTag('\u0130')).toBe(normalizeTag('i\u0307'));
  expect(normalizeTag('ＡＢＣ')).not.toBe('abc');
  expect(uniqueTags(['Café', 'b', 'CAFE\u0301', 'B', 'c'])).toEqual(['Café', 'b', 'c']);
});
