import type { Link } from '#domain/link';

/** A link that redirects and has no options. */
export const PLAIN_LINK: Link = {
  code: 'promo',
  alias: 'Promo',
  id: 'link',
  accountId: 'account',
  url: 'https://example.com',
  createdAt: 1,
  expiresAt: null,
  maxClicks: null,
  password: null,
  gone: null,
  blocked: null,
  version: 1,
};
