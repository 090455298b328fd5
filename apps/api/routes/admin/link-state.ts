/** The response to the blocking or unblocking of a link (specification 13.5). */
import * as z from 'zod';
import type { Link } from '#domain/link';

export const LinkState = z
  .strictObject({
    shortCode: z.string(),
    accountId: z.string(),
    url: z.string(),
    blocked: z.boolean(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'LinkState', description: 'Whether a link is blocked, and why.' });
export type LinkState = z.output<typeof LinkState>;

export const BLOCKED_LINK: LinkState = {
  shortCode: 'Promo',
  accountId: 'a4Tq81ZkX0bM',
  url: 'https://example.com/sale?from=mail',
  blocked: true,
  reason: 'phishing',
};

export const linkState = (link: Link): LinkState => ({
  shortCode: link.alias ?? link.code,
  accountId: link.accountId,
  url: link.url,
  blocked: link.blocked !== null,
  reason: link.blocked,
});
