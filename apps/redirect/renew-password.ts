/** A stored password goes over to the current pepper: only its right password can make the text anew (docs/adr/0026). */
import { hashPassword } from '#secrets/password';
import { configOf } from './config';
import type { Env } from './env';

const UPDATE = 'UPDATE links SET password = ?3 WHERE code = ?1 AND password = ?2';

/**
 * Stores a right password under the current pepper, unless the link has got another one since. No entry holds the text,
 * so the link's version stays. What fails is tried again by the next right password.
 * @param stored the text that the password was compared with
 */
export async function renewPassword(env: Env, code: string, stored: string, password: string): Promise<void> {
  try {
    const renewed = await hashPassword(password, configOf(env).peppers);
    await env.DB.prepare(UPDATE).bind(code, stored, renewed).run();
  } catch {
    // The former pepper still opens the link.
  }
}
