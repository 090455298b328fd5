import { describe, expect, it } from 'vitest';
import { fromBase64url } from './digest';
import { hashPassword, readStored, verifyPassword } from './password';
import { type Peppers, pepperIdOf } from './pepper';

const CURRENT = 'the-newer-pepper-of-forty-characters-xxx';
const PREVIOUS = 'the-former-pepper-of-forty-characters-xx';
const CURRENT_ONLY = { current: CURRENT, previous: null };
const BOTH = { current: CURRENT, previous: PREVIOUS };
const PREVIOUS_ONLY = { current: PREVIOUS, previous: null };

const matchingPepper = async (password: string, text: string, peppers: Peppers) =>
  verifyPassword(password, await readStored(text, peppers));

/** Verifies a password as 0.10.0 does. After a rollback that version reads the stored text. */
async function verifyAsBefore(password: string, stored: string, pepper: string): Promise<boolean> {
  const [, rounds, salt = '', hash = ''] = /^\$pbkdf2-sha256\$i=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (rounds === undefined) return false;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey('raw', bytes(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64url(salt), iterations: Number(rounds) };
  const bits = await crypto.subtle.deriveBits(algorithm, secret, 256);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(pepper), hmac, false, ['sign']);
  const derived = await crypto.subtle.sign('HMAC', key, bits);
  return crypto.subtle.timingSafeEqual(derived, fromBase64url(hash));
}

describe('the stored text of a password', () => {
  it('has the id of its pepper at the end of its salt, which differs each time', async () => {
    const texts = await Promise.all([hashPassword('word', CURRENT_ONLY), hashPassword('word', CURRENT_ONLY)]);
    const salts = texts.map((text) => text.split('$')[3] ?? '');
    for (const salt of salts) expect(salt.slice(24)).toBe(await pepperIdOf(CURRENT));
    expect(salts[0]?.slice(0, 24)).not.toBe(salts[1]?.slice(0, 24));
  });

  it('is made with the current pepper of two, and matches only the right password', async () => {
    const text = await hashPassword('word', BOTH);
    expect(await matchingPepper('word', text, CURRENT_ONLY)).toBe(CURRENT);
    expect(await matchingPepper('wort', text, CURRENT_ONLY)).toBeNull();
  });

  it('matches under the former pepper if it was made with that, and verifyPassword returns that pepper', async () => {
    const text = await hashPassword('word', PREVIOUS_ONLY);
    expect(await matchingPepper('word', text, BOTH)).toBe(PREVIOUS);
    expect(await matchingPepper('wort', text, BOTH)).toBeNull();
  });

  it('is verified by 0.10.0 too, which knows no ids of peppers', async () => {
    const text = await hashPassword('word', CURRENT_ONLY);
    expect(await verifyAsBefore('word', text, CURRENT)).toBe(true);
    expect(await verifyAsBefore('wort', text, CURRENT)).toBe(false);
  });

  it('is not contained in the error that readStored throws for an unknown pepper or another form', async () => {
    const text = await hashPassword('word', PREVIOUS_ONLY);
    await expect(readStored(text, CURRENT_ONLY)).rejects.toThrow(/neither PEPPER nor PEPPER_PREVIOUS$/);
    for (const other of ['', 'word', '$pbkdf2-sha256$i=x$a$b', `${text}$`, '$scrypt$1$a$b']) {
      await expect(readStored(other, CURRENT_ONLY)).rejects.toThrow(/^The stored text of a password has another form$/);
    }
  });

  it('matches no password once the id of its pepper was replaced', async () => {
    const text = await hashPassword('word', PREVIOUS_ONLY);
    const renamed = text.replace(await pepperIdOf(PREVIOUS), await pepperIdOf(CURRENT));
    expect(await matchingPepper('word', renamed, BOTH)).toBeNull();
  });
});
