import { describe, expect, it } from 'vitest';
import { hashPassword, parseStoredPassword, verifyPassword } from './password';
import { computePepperId, type Peppers } from './pepper';

const CURRENT = 'the-newer-pepper-of-forty-characters-xxx';
const PREVIOUS = 'the-former-pepper-of-forty-characters-xx';
const CURRENT_ONLY = { current: CURRENT, previous: null };
const BOTH = { current: CURRENT, previous: PREVIOUS };
const PREVIOUS_ONLY = { current: PREVIOUS, previous: null };

const matches = async (password: string, text: string, peppers: Peppers) =>
  verifyPassword(password, await parseStoredPassword(text, peppers));

describe('the stored text of a password', () => {
  it('has the id of its pepper at the end of its salt, which differs each time', async () => {
    const texts = await Promise.all([hashPassword('word', CURRENT_ONLY), hashPassword('word', CURRENT_ONLY)]);
    const salts = texts.map((text) => text.split('$')[3] ?? '');
    for (const salt of salts) expect(salt.slice(24)).toBe(await computePepperId(CURRENT));
    expect(salts[0]?.slice(0, 24)).not.toBe(salts[1]?.slice(0, 24));
  });

  it('is made with the current pepper of two, and matches only the right password', async () => {
    const text = await hashPassword('word', BOTH);
    expect(await matches('word', text, CURRENT_ONLY)).toBe(true);
    expect(await matches('wort', text, CURRENT_ONLY)).toBe(false);
  });

  it('matches under the former pepper if it was made with that, and readStored returns that pepper', async () => {
    const text = await hashPassword('word', PREVIOUS_ONLY);
    expect((await parseStoredPassword(text, BOTH)).pepper).toBe(PREVIOUS);
    expect(await matches('word', text, BOTH)).toBe(true);
    expect(await matches('wort', text, BOTH)).toBe(false);
  });

  it('is not contained in the error that readStored throws for an unknown pepper or another form', async () => {
    const text = await hashPassword('word', PREVIOUS_ONLY);
    await expect(parseStoredPassword(text, CURRENT_ONLY)).rejects.toThrow(/neither PEPPER nor PEPPER_PREVIOUS$/);
    for (const other of ['', 'word', '$pbkdf2-sha256$i=x$a$b', '$pbkdf2-sha256$i=1$a$b', `${text}$`]) {
      await expect(parseStoredPassword(other, CURRENT_ONLY)).rejects.toThrow(
        /^The stored text of a password has another form$/,
      );
    }
  });

  it('matches no password once the id of its pepper was replaced', async () => {
    const text = await hashPassword('word', PREVIOUS_ONLY);
    const renamed = text.replace(await computePepperId(PREVIOUS), await computePepperId(CURRENT));
    expect(await matches('word', renamed, BOTH)).toBe(false);
  });
});
