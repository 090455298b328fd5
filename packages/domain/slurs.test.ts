import { describe, expect, it } from 'vitest';
import { holdsSlur, SLUR_STEMS } from './slurs';

const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** A small repeatable generator (mulberry32), so that the share below is the same in every run. */
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
  it.each(SLUR_STEMS)('is refused with the stem %s anywhere in it, as the alphabet can spell it', (stem) => {
    const spelled = stem.replaceAll('i', 'y');
    expect([...spelled].every((sign) => ALPHABET.includes(sign))).toBe(true);
    for (const code of [`${spelled}2222222`, `22${spelled}22`, `2222222${spelled}`]) expect(holdsSlur(code)).toBe(true);
  });

  const LOOK_ALIKES =
    'fvck234 23fvk45 x4552x2 2cvn722 fa66234 2f49222 22ny66a n99r222 2w4nk22 ' +
    '8y7ch22 dyck234 dyk3234 r4pe222 2pv7a22 22n3g3r scheys2 5h7x222 5hy7222';
  it.each(LOOK_ALIKES.split(' '))('is refused in look-alike spelling: %s', (code) => {
    expect(holdsSlur(code)).toBe(true);
  });

  it.each(['k7m2p9x', 'abcdefg', 'hjkmnpq', 'wxyz234', 'promo22', '2222222', 'summer2'])(
    'passes where it is %s',
    (code) => {
      expect(holdsSlur(code)).toBe(false);
    },
  );

  it('is refused in less than two of a hundred cases', () => {
    const random = seeded(20_261_120);
    const draw = () =>
      Array.from({ length: 7 }, () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))).join('');
    const refused = Array.from({ length: 50_000 }, draw).filter(holdsSlur).length;
    expect(refused / 50_000).toBeLessThan(0.02);
    expect(refused).toBeGreaterThan(100);
  });
});

describe('the stems', () => {
  it('hold no stem that another stem already matches', () => {
    const idle = SLUR_STEMS.filter((stem) => SLUR_STEMS.some((other) => other !== stem && stem.includes(other)));
    expect(idle).toEqual([]);
  });

  it('hold no letter that the alphabet cannot imitate', () => {
    expect(SLUR_STEMS.filter((stem) => /[lo]/.test(stem))).toEqual([]);
  });
});

it('refuses a 2 for a z too', () => expect(holdsSlur('aji22aa')).toBe(true));
