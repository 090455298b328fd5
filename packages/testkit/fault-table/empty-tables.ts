import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, vi } from 'vitest';
import { NOON } from '../clock';

/**
 * Every test of the file begins at noon, with what the statements leave of the tables and a silent log, and leaves as
 * little.
 * @returns what runs the statements
 */
export function fromEmptyTables(
  turnTo: (at: number) => void,
  ...statements: readonly string[]
): () => Promise<unknown> {
  const clear = () => env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    turnTo(NOON);
    await clear();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await clear();
  });
  return clear;
}
