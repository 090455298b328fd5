import { describe, expect, it } from 'vitest';
import { openText, sealText } from './sealed-text';

const SECRET = 'a secret of our own';
const seal = (text: string) => sealText(text, SECRET, 'a purpose');
const open = (sealed: string, secret = SECRET, context = 'a purpose') => openText(sealed, secret, context);

describe('a sealed text', () => {
  it.each(['', 'a', 'ü 🐴', 'x'.repeat(2_000)])('opens to what was sealed: %.10s', async (text) => {
    expect(await open(await seal(text))).toBe(text);
  });

  it('shows nothing of what is in it, and is never the same twice', async () => {
    const [one, other] = [await seal('the-code'), await seal('the-code')];
    expect(one).not.toBe(other);
    expect(atob(one.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('the-code');
    expect(one).toMatch(/^[\w-]+$/);
  });

  it('opens neither under another secret nor for another purpose', async () => {
    const sealed = await seal('text');
    expect(await open(sealed, 'another secret')).toBeNull();
    expect(await open(sealed, SECRET, 'another purpose')).toBeNull();
  });

  it('does not open once any character of it is another one, or one is missing or too many', async () => {
    const sealed = await seal('text');
    const altered = [...sealed].map(
      (character, i) => sealed.slice(0, i) + (character === 'A' ? 'B' : 'A') + sealed.slice(i + 1),
    );
    const sized = [sealed.slice(1), sealed.slice(0, -1), `${sealed}A`, ` ${sealed}`, `${sealed}=`, `${sealed}\n`];
    for (const text of [...altered, ...sized]) expect(await open(text), text).toBeNull();
  });

  it.each(['', 'A', 'AAAA', '!', '💥', 'A'.repeat(16), 'A'.repeat(40)])('is nothing like “%s”', async (text) => {
    expect(await open(text)).toBeNull();
  });
});
