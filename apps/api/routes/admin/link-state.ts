/** The response to the blocking or unblocking of a link (specification 13.5). */
import * as z from 'zod';
import type { Link } from '#domain/link';

export const LinkState = z
  .strictObject({
    shortCode: z.string().describe('The generated code or the alias.'),
    accountId: z.string().describe('The ID of the account that owns the link.'),
    url: z.string().describe('The destination.'),
    blocked: z.boolean().describe('`true` if the link is blocked.'),
    reason: z.string().nullable().describe('The reason for the block; `null` if there is none.'),
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
