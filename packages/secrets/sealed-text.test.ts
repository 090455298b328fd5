import { describe, expect, it } from 'vitest';
import { type Peppers, pepperIdOf } from './pepper';
import { openText, sealText } from './sealed-text';

const PEPPER = 'a-pepper-of-our-own-of-forty-characters';
const ANOTHER = 'another-pepper-of-about-forty-characters';
const PEPPERS = { current: PEPPER, previous: null };
const seal = (text: string) => sealText(text, PEPPERS, 'a purpose');
const open = (sealed: string, peppers: Peppers = PEPPERS, context = 'a purpose') => openText(sealed, peppers, context);

describe('a sealed text', () => {
  it.each(['', 'a', 'ü 🐴', 'x'.repeat(2_000)])('opens to what was sealed: %.10s', async (text) => {
    expect(await open(await seal(text))).toBe(text);
  });

  it('reveals nothing of its content, and is never the same twice', async () => {
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

  it('names its pepper, and opens while that is one of the two', async () => {
    const sealed = await seal('text');
    expect(sealed.slice(0, 8)).toBe(await pepperIdOf(PEPPER));
    expect(await open(sealed, { current: ANOTHER, previous: PEPPER })).toBe('text');
  });

  it('of 0.10.0, which names no pepper, opens under either', async () => {
    const unnamed = (await seal('text')).slice(8);
    expect(await open(unnamed)).toBe('text');
    expect(await open(unnamed, { current: ANOTHER, previous: PEPPER })).toBe('text');
    expect(await open(unnamed, { current: ANOTHER, previous: null })).toBeNull();
  });

  it('does not open once any character of it is another one, or one is missing or too many', async () => {
    const sealed = await seal('text');
    const altered = [...sealed].map(
      (character, i) => sealed.slice(0, i) + (character === 'A' ? 'B' : 'A') + sealed.slice(i + 1),
    );
    const sized = [sealed.slice(1), sealed.slice(0, -1), `${sealed}A`, ` ${sealed}`, `${sealed}=`, `${sealed}\n`];
    for (const text of [...altered, ...sized]) expect(await open(text), text).toBeNull();
  });

  it.each(['', 'A', 'AAAA', '!', '💥', 'A'.repeat(16), 'A'.repeat(40)])('is never “%s”', async (text) => {
    expect(await open(text)).toBeNull();
  });
});
