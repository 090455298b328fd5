import { describe, expect, it } from 'vitest';
import { isNoise, isPretence, isSuspicious, spansBesideSuspicion, withoutNumber } from './reserved-reason';

describe('a token', () => {
  it.each([
    ['24support7', 'support'],
    ['paypal2024', 'paypal'],
    ['09x90', 'x'],
    ['a1b', 'a1b'],
    ['-1-', '-1-'],
    ['2024', ''],
    ['', ''],
  ])('%j without the digits at its ends is %j', (token, bare) => {
    expect(withoutNumber(token)).toBe(bare);
  });

  it('is noise if it is a word of NOISE or a number', () => {
    expect(['The', '2024', 'login', 'b2'].map(isNoise)).toEqual([true, true, false, false]);
  });

  it('is suspicious also with digits at its end or with an i for an l', () => {
    expect(['login', 'support', 'login24', 'iogin', 'pie'].map(isSuspicious)).toEqual([true, true, true, true, false]);
  });
});

describe('a name', () => {
  it('is a pretence beside a word of SOFT_CONTEXT, also with noise between them', () => {
    expect(isPretence(['apple', 'support'], 0, 1, false)).toBe(true);
    expect(isPretence(['apple', 'now', 'support'], 0, 1, false)).toBe(true);
    expect(isPretence(['apple', 'pie', 'support'], 0, 1, false)).toBe(false);
  });

  it('is searched beside suspicious words that are attached to it', () => {
    expect(spansBesideSuspicion('securepaypal')).toContainEqual([6, 12]);
    expect(spansBesideSuspicion('paypallogin')).toContainEqual([0, 6]);
    expect(spansBesideSuspicion('nbaloginpay')).toContainEqual([0, 3]);
    expect(spansBesideSuspicion('pineapple')).toEqual([]);
  });

  it('is not searched beside a suspicious word with too few letters to be read', () => {
    expect(spansBesideSuspicion('gopher1091n')).toEqual([]);
  });

  it('is searched after at most three suspicious words are cut off at either end, and never in an empty span', () => {
    const spans = spansBesideSuspicion(`${'login'.repeat(6)}gopher${'login'.repeat(6)}`);
    expect(new Set(spans.map(([from]) => from))).toEqual(new Set([0, 5, 10, 15]));
    expect(new Set(spans.map(([, to]) => to))).toEqual(new Set([66, 61, 56, 51]));
    for (const [from, to] of spansBesideSuspicion('loginlogin')) expect(from).toBeLessThan(to);
  });
});
