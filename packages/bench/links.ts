/** The links that are measured: numbered, and the same wherever they are made. */
import type { Link } from '#domain/link';

/** A code of seven characters, as generated ones are; digits spell nothing that is reserved. */
export const codeOf = (n: number): string => String(2_000_000 + n);

export const destinationOf = (n: number): string => `https://www.example.com/articles/${n}/a-page-of-some-length`;

/** The longest destination a link can have: 24 kB, of which its parsed form is short. */
export const longDestinationOf = (n: number): string => `https://www.example.com/${'€'.repeat(8_000)}/../${n}`;

/** The n-th link, plain unless it has a limit. The greater its number, the older it is. */
export const linkOf = (n: number, accountId: string, now: number, maxClicks: number | null = null): Link => ({
  code: codeOf(n),
  alias: null,
  id: `link${codeOf(n)}x`,
  accountId,
  url: destinationOf(n),
  createdAt: now - n,
  expiresAt: null,
  maxClicks,
  password: null,
  gone: null,
  blocked: null,
  version: 1,
});
