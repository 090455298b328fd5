/** The links of the bench. Their number alone determines them, so every target has the same. */
import type { Link } from '#domain/link';

/** A code of seven characters, the length of a generated one. Digits alone are no reserved alias. */
export const codeOf = (n: number): string => String(2_000_000 + n);

export const destinationOf = (n: number): string => `https://www.example.com/articles/${n}/a-page-of-some-length`;

/** The longest destination that a link can have, 24 kB. Its parsed form is short. */
export const longDestinationOf = (n: number): string => `https://www.example.com/${'€'.repeat(8_000)}/../${n}`;

/** The n-th link, limited if `maxClicks` is given. A greater number means an older link. */
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
