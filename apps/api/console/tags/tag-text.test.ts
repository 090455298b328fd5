/** Tags in the text of a field. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTag } from '#domain/link';
import { joinTags, parseTags } from './tag-choice';

describe('the text of a field of tags', () => {
  it.each([
    ['', []],
    [' , ,\n', []],
    ['spring', ['spring']],
    ['spring sale,  Newsletter ,', ['spring sale', 'Newsletter']],
    ['one\r\ntwo\nthree', ['one', 'two', 'three']],
    ['"a, b", c', ['a, b', 'c']],
    ['"say ""hi""", c', ['say "hi"', 'c']],
    ['5" screws, 6" nails', ['5" screws', '6" nails']],
    ['"open, c', ['"open', 'c']],
    ['"a" b, c', ['"a" b', 'c']],
    ['ربيع, 🌱', ['ربيع', '🌱']],
  ])('%j has the names %j', (text, names) => {
    expect(parseTags(text)).toEqual(names);
  });

  it.each(['grapheme', 'binary-ascii'] as const)('has the names that it was made of (%s)', (unit) => {
    const tag = fc.string({ unit, maxLength: 12 }).map((text) => text.trim());
    const names = fc.array(tag.filter(isTag));
    const isSame = fc.property(names, (all) => {
      expect(parseTags(joinTags(all))).toEqual(all);
    });
    fc.assert(isSame);
  });
});
