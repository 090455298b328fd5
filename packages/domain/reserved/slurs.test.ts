import { describe, expect, it } from 'vitest';
import { holdsSlur, SLUR_STEMS } from './slurs';

const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** A random number generator with a seed (mulberry32), so that a test has the same codes in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a generated code', () => {
  it.each(SLUR_STEMS)('is refused if it contains the stem %s, in the characters of codes', (stem) => {
    const spelled = stem.replaceAll('i', 'y');
    expect([...spelled].every((sign) => ALPHABET.includes(sign))).toBe(true);
    for (const code of [`${spelled}2222222`, `22${spelled}22`, `2222222${spelled}`]) expect(holdsSlur(code)).toBe(true);
  });

  const LOOK_ALIKES =
    'fvck234 23fvk45 x4552x2 2cvn722 fa66234 2f49222 22ny66a n99r222 2w4nk22 ' +
    '8y7ch22 dyck234 dyk3234 r4pe222 2pv7a22 22n3g3r scheys2 5h7x222 5hy7222';
  it.each(LOOK_ALIKES.split(' '))('is refused if it spells a stem in look-alike characters: %s', (code) => {
    expect(holdsSlur(code)).toBe(true);
  });

  it.each(['k7m2p9x', 'abcdefg', 'hjkmnpq', 'wxyz234', 'promo22', '2222222', 'summer2'])(
    'is accepted without a stem: %s',
    (code) => {
      expect(holdsSlur(code)).toBe(false);
    },
  );

  it('is refused in less than 2 % of all cases', () => {
    const random = seeded(20_261_120);
    const randomCode = () =>
      Array.from({ length: 7 }, () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))).join('');
    const refused = Array.from({ length: 50_000 }, randomCode).filter(holdsSlur).length;
    expect(refused / 50_000).toBeLessThan(0.02);
    expect(refused).toBeGreaterThan(100);
  });
});

describe('the stems', () => {
  it('include no stem that contains another stem', () => {
    const redundant = SLUR_STEMS.filter((stem) => SLUR_STEMS.some((other) => other !== stem && stem.includes(other)));
    expect(redundant).toEqual([]);
  });

  it('have no l and no o, because no character of a code looks like these', () => {
    expect(SLUR_STEMS.filter((stem) => /[lo]/.test(stem))).toEqual([]);
  });
});

it('a code is refused if it spells a stem with a 2 for a z', () => expect(holdsSlur('aji22aa')).toBe(true));
