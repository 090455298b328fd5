import { describe, expect, it } from 'vitest';
import { findNameFault } from './names';

describe('a name', () => {
  it.each([
    ['one character', 'x'],
    ['a hundred characters', 'x'.repeat(100)],
    ['a hundred characters of two UTF-16 code units each', '🦜'.repeat(100)],
    ['a hundred characters between white space', ` ${'x'.repeat(100)}\n`],
    ['a script from right to left', 'شركة المثال'],
  ])('may be %s', (_, name) => {
    expect(findNameFault(name)).toBeNull();
  });

  it.each([
    ['nothing', '', 'EMPTY'],
    ['white space alone', ' \u3000\n', 'EMPTY'],
    ['101 characters', 'x'.repeat(101), 'TOO_LONG'],
    ['two lines', 'a\nb', 'NOT_ONE_LINE'],
    ['a control character', 'a\u0085b', 'NOT_ONE_LINE'],
    ['a line separator', 'a\u2028b', 'NOT_ONE_LINE'],
    ['a paragraph separator', 'a\u2029b', 'NOT_ONE_LINE'],
    ['a bidirectional override', '\u202egnp', 'NOT_ONE_LINE'],
    ['a bidirectional isolate', 'a\u2066b', 'NOT_ONE_LINE'],
    ['a lone high surrogate', 'a\ud83e', 'NOT_ONE_LINE'],
    ['a lone low surrogate', '\udd9ca', 'NOT_ONE_LINE'],
  ])('cannot be %s', (_, name, fault) => {
    expect(findNameFault(name)).toBe(fault);
  });
});
