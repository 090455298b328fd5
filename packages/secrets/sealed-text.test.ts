import { describe, expect, it } from 'vitest';
import { type Peppers, pepperIdOf } from './pepper';
import { openText, sealText } from './sealed-text';

const PEPPER = 'a-pepper-of-our-own-of-forty-characters';
const ANOTHER = 'another-pepper-of-about-forty-characters';
const PEPPERS = { current: PEPPER, previous: null };
const seal = (text: string) => sealText(text, PEPPERS, 'a purpose');
const open = (sealed: string, peppers: Peppers = PEPPERS, context = 'a purpose') => openText(sealed, peppers, context);

describe('a sealed text', () => {
  it.each([
    ['an empty text', ''],
    ['one letter', 'a'],
    ['letters beyond ASCII', 'ü 🐴'],
    ['two thousand letters', 'x'.repeat(2_000)],
  ])('opens to the text that was sealed: %s', async (_, text) => {
    expect(await open(await seal(text))).toBe(text);
  });

  it('does not contain the text that was sealed, and differs each time', async () => {
    const [one, other] = [await seal('the-code'), await seal('the-code')];
    expect(one).not.toBe(other);
    expect(atob(one.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('the-code');
    expect(one).toMatch(/^[\w-]+$/);
  });

  it('opens neither under another pepper nor for another purpose', async () => {
    const sealed = await seal('text');
    expect(await open(sealed, { current: ANOTHER, previous: null })).toBeNull();
    expect(await open(sealed, PEPPERS, 'another purpose')).toBeNull();
  });

  it('begins with the id of its pepper, and opens while that pepper is the current or the previous one', async () => {
    const sealed = await seal('text');
    expect(sealed.slice(0, 8)).toBe(await pepperIdOf(PEPPER));
    expect(await open(sealed, { current: ANOTHER, previous: PEPPER })).toBe('text');
  });

  it('does not open if a character is changed, missing or added', async () => {
    const sealed = await seal('text');
    const altered = [...sealed].map(
      (character, i) => sealed.slice(0, i) + (character === 'A' ? 'B' : 'A') + sealed.slice(i + 1),
    );
    const sized = [
      sealed.slice(1),
      sealed.slice(8),
      sealed.slice(0, -1),
      `${sealed}A`,
      ` ${sealed}`,
      `${sealed}=`,
      `${sealed}\n`,
    ];
    for (const text of [...altered, ...sized]) expect(await open(text), text).toBeNull();
  });

  it.each(['', 'A', 'AAAA', '!', '💥', 'A'.repeat(16), 'A'.repeat(40)])('does not open if it is “%s”', async (text) => {
    expect(await open(text)).toBeNull();
  });
});
