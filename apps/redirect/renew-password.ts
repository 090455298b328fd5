/**
 * Stores passwords anew under the current pepper. That needs the right password, so it happens when a visitor sends it
 * (docs/adr/0026).
 */
import { hashPassword } from '#secrets/password';
import { configOf } from './config';
import type { Env } from './env';

const UPDATE = 'UPDATE links SET password = ?3 WHERE code = ?1 AND password = ?2';

/**
 * Stores a right password under the current pepper, unless the link has another password by now. The version of the
 * link stays, because no edge entry holds the stored text. After a failure the next right password tries again.
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
