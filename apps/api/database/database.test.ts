/**
 * Tests drizzle’s errors and statements. An error contains the bound values, so no log line and no response may show
 * it.
 */
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { classifyD1Fault, logFault } from '#store/faults';
import { D1_DOWN, d1Where } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';
import { openDatabase, rowWhere, statementText } from './database';
import { signInLinks } from './schema';

afterEach(() => void vi.restoreAllMocks());

/** Records the log from now on. Returns a function that reads the record. */
function logged(): () => string {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => log.mock.calls.flat().map(String).join('\n');
}

const SECRET = 'a-digest-that-nobody-may-see';
const failing = async (): Promise<unknown> => {
  const values = { digest: SECRET, accountId: 'nobody', expiresAt: 1 };
  return openDatabase(env.DB)
    .insert(signInLinks)
    .values(values)
    .then(
      () => null,
      (error: unknown) => error,
    );
};

describe('a statement that SQLite refuses', () => {
  it('throws an error with the bound values, and the log omits them', async () => {
    const error = await failing();
    expect(String(error)).toContain(SECRET);
    const log = logged();
    logFault(error, { doing: 'test' });
    expect(log()).toContain('FOREIGN KEY constraint failed');
    expect(log()).not.toContain(SECRET);
  });

  it('is classified as a bug, not as an outage of D1', async () => {
    expect(classifyD1Fault(await failing())).toBe('other');
  });
});

it('an edit while D1 is overloaded gets 503, and neither the log nor the response shows the destination', async () => {
  const { key } = await createWorld().newKey('PRO');
  const alias = freshAlias('secret');
  await createWorld().shorten(key, { url: 'https://example.com/', alias });
  const DB = d1Where(/^batch$/, D1_DOWN);
  const log = logged();
  const response = await createWorld({ DB }).v2(key, 'PATCH', `/links/${alias}`, {
    url: `https://example.com/${SECRET}`,
  });
  expect(response.status).toBe(503);
  expect(log()).toContain('D1 DB is overloaded');
  expect(`${log()} ${await response.text()}`).not.toContain(SECRET);
});

describe('a handwritten statement', () => {
  it('becomes a text with literals in place of its bound values', () => {
    expect(statementText(sql`SELECT ${signInLinks.digest}, ${1}, ${"it's"} WHERE ?1`)).toBe(
      `SELECT "sign_in_links"."digest", 1, 'it''s' WHERE ?1`,
    );
  });

  it('from rowWhere selects a value for every column, in the order of the table', () => {
    const row = rowWhere(signInLinks, { digest: 'd', accountId: sql`a`, expiresAt: 1 }, sql`FROM b`);
    expect(statementText(row)).toBe(`SELECT 'd', a, 1 FROM b`);
  });
});
