import { describe, expect, it } from 'vitest';
import { computePepperId, findPepper, openText, type Peppers, readPeppers, sealText } from './pepper';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

describe('the peppers of an environment', () => {
  it('are the current one and the former one, which may be missing or empty', () => {
    expect(readPeppers({ PEPPER: A })).toEqual({ current: A, previous: null });
    expect(readPeppers({ PEPPER: A, PEPPER_PREVIOUS: '' })).toEqual({ current: A, previous: null });
    expect(readPeppers({ PEPPER: A, PEPPER_PREVIOUS: B })).toEqual({ current: A, previous: B });
  });

  it('may be equal', () => {
    expect(readPeppers({ PEPPER: A, PEPPER_PREVIOUS: A })).toEqual({ current: A, previous: A });
  });

  it.each([
    [{}, /^Configuration: PEPPER is missing/],
    [{ PEPPER: A.slice(1), PEPPER_PREVIOUS: B }, /^Configuration: PEPPER is missing or shorter/],
    [{ PEPPER: A, PEPPER_PREVIOUS: B.slice(1) }, /^Configuration: PEPPER_PREVIOUS is shorter/],
  ])('are refused with an error of one line that contains no pepper: %j', (env, line) => {
    expect(() => readPeppers(env)).toThrow(line);
    expect(() => readPeppers(env)).not.toThrow(/aaa|bbb|\n/);
  });
});

it('each pepper has an id of eight characters, by which pepperNamed finds only that pepper', async () => {
  const [a, b] = [await computePepperId(A), await computePepperId(B)];
  expect([a, b]).toEqual([expect.stringMatching(/^[\w-]{8}$/), expect.stringMatching(/^[\w-]{8}$/)]);
  const peppers = { current: A, previous: B };
  expect([await findPepper(a, peppers), await findPepper(b, peppers)]).toEqual([A, B]);
  expect([await findPepper(b, { current: A, previous: null }), await findPepper('', peppers)]).toEqual([null, null]);
});

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
    expect(sealed.slice(0, 8)).toBe(await computePepperId(PEPPER));
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
