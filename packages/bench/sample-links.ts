/** The links of the bench. A link's number determines all its fields, so every target has the same links. */
import type { Link } from '#domain/link';
import { PLAIN_LINK } from '#testkit/link';

/** The code of the n-th link: seven characters, like a generated code. A code of digits is never a reserved alias. */
export const codeOf = (n: number): string => String(2_000_000 + n);

export const destinationOf = (n: number): string => `https://www.example.com/articles/${n}/a-page-of-some-length`;

/** A destination of the greatest allowed length, 24 kB. Its parsed form is short. */
export const longDestinationOf = (n: number): string => `https://www.example.com/${'€'.repeat(8_000)}/../${n}`;

/** The n-th link, limited if `maxClicks` is given. A link with a greater number is older. */
export const linkOf = (n: number, accountId: string, now: number, maxClicks: number | null = null): Link => ({
  ...PLAIN_LINK,
  code: codeOf(n),
  alias: null,
  id: `link${codeOf(n)}x`,
  accountId,
  url: destinationOf(n),
  createdAt: now - n,
  maxClicks,
});
