import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, vi } from 'vitest';
import { NOON } from '../clock';

/**
 * Prepares every test of a file: it sets the clock to noon, silences the log, and runs SQL statements that empty
 * tables. The statements run again after every test.
 * @returns a function that runs the statements
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
