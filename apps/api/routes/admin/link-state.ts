/** What the operator is told of a link that was blocked or unblocked. */
import type { Link } from '#domain/link';

export const linkState = (link: Link) => ({
  shortCode: link.alias ?? link.code,
  accountId: link.accountId,
  url: link.url,
  blocked: link.blocked !== null,
  reason: link.blocked,
});
