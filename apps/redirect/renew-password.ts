/**
 * Hashes stored passwords again under the current pepper. That needs the password itself, so it happens when a visitor
 * has sent the right one (docs/design/keys-and-metering.md).
 */
import { hashPassword } from '#secrets/password';
import { configOf } from './config';
import type { Env } from './env';

const UPDATE = 'UPDATE links SET password = ?3 WHERE code = ?1 AND password = ?2';

/**
 * Stores the right password under the current pepper, unless the link has another password by now. The version of the
 * link stays the same, because no edge entry holds the stored text. A failure is ignored.
 * @param stored the stored text with which the password was compared
 */
export async function renewPassword(env: Env, code: string, stored: string, password: string): Promise<void> {
  try {
    const renewed = await hashPassword(password, configOf(env).peppers);
    await env.DB.prepare(UPDATE).bind(code, stored, renewed).run();
  } catch {
    // The link still opens under the former pepper, and the next visit with the right password tries again.
  }
}
