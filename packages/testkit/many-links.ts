/** Inserts many links directly into D1. */
import { env } from 'cloudflare:workers';

/** A destination longer than the API accepts, so that few links reach a limit of bytes. */
export const LONG_URL = `https://example.com/${'€'.repeat(8_100)}`;

const CHUNK = 500;
const INSERT = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
  SELECT value ->> 'code', value ->> 'code', ?1, ?2, value ->> 'at', 0, 0 FROM json_each(?3)`;

type Made = {
  readonly url?: string;
  /** Epoch milliseconds. */
  readonly createdAt?: (n: number) => number;
};

/**
 * Inserts `count` links, oldest first.
 * @param createdAt by default the number of the row
 * @returns their codes
 */
export async function insertLinks(
  accountId: string,
  count: number,
  codeAt: (n: number) => string,
  { url = 'https://example.com/', createdAt = (n) => n }: Made = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({ code: codeAt(n), at: createdAt(n) }));
  for (let from = 0; from < count; from += CHUNK) {
    const some = JSON.stringify(rows.slice(from, from + CHUNK));
    await env.DB.prepare(INSERT).bind(accountId, url, some).run();
  }
  return rows.map(({ code }) => code);
}
