/**
 * Fewer rounds of PBKDF2, for tests that make or check many passwords. The 100,000 rounds of the product cost 11 ms of
 * a processor each time. apps/api/links/password-at-rest.test.ts holds their number.
 */
import { afterAll, beforeAll } from 'vitest';

const ROUNDS = 100;

/** Makes all passwords of a test file quick, in both workers and their objects. */
export function quickPasswords(): void {
  const { subtle } = crypto;
  const derive = subtle.deriveBits.bind(subtle);
  const quick: typeof derive = (algorithm, ...rest) =>
    derive(typeof algorithm === 'string' ? algorithm : { ...algorithm, iterations: ROUNDS }, ...rest);
  beforeAll(
    () => void Object.defineProperty(subtle, 'deriveBits', { value: quick, configurable: true, writable: true }),
  );
  // The prototype has the method of the platform.
  afterAll(() => void Reflect.deleteProperty(subtle, 'deriveBits'));
}
