/** GET /admin/links: the link of a code, or a page of the links of an account or a key (specification 13.5). */
import * as z from 'zod';
import { accountOf } from '#api/accounts/accounts';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, PageLimit } from '#api/http/pagination';
import { json } from '#api/http/response';
import { strictQuery } from '#api/http/strict-query';
import { cursorOf, positionOf } from '#api/links/link-cursor';
import type { MadeLink } from '#api/links/link-list';
import type { Position } from '#api/links/link-list-order';
import { CURSOR_RULE } from '#api/links/link-list-query';
import { wholeAccount } from '#api/links/link-owner';
import { linkOfCode, linksOfOwner, ownerOfKey } from '#api/links/links-for-operator';
import { LISTED_LINK, ManagedLink, managedLink, type StatusContext } from '#api/links/managed-link';
import { hostName } from '#api/threats/blocked-hosts';
import { currentDenylist } from '#store/denylist-copy';

const NAMED_RULE = 'The query must name exactly one of code, account and key';
const HOST_RULE = 'host must be a host name or an IP address';

/** A text of the query that identifies something. One that identifies nothing is 404. */
const named = (name: string, description: string) =>
  z.string(`${name} must be a single text`).optional().describe(description);

const Query = strictQuery({
  code: named('code', 'Only the link with this code or alias.'),
  account: named('account', 'The links of this account.'),
  key: named('key', 'The links that this key has made.'),
  host: z
    .string(HOST_RULE)
    .transform(hostName)
    .pipe(z.string(HOST_RULE))
    .optional()
    .describe('Beside `account`: only links to this host and its subdomains.'),
  cursor: z.string(CURSOR_RULE).max(512, CURSOR_RULE).optional().describe('The `nextCursor` of the previous page.'),
  limit: PageLimit,
})
  .refine(({ code, account, key }) => [code, account, key].filter((one) => one !== undefined).length === 1, NAMED_RULE)
  .refine(({ account, host }) => host === undefined || account !== undefined, 'host must stand beside account')
  .refine(({ code, cursor }) => cursor === undefined || code === undefined, CURSOR_RULE);

const OperatorLink = ManagedLink.extend({
  accountId: z.string().describe('The ID of the account that owns the link.'),
  key: z.string().nullable().describe('The ID of the key that made the link; `null` if none did.'),
  blocked: z.boolean().describe('`true` if you or a threat check blocked the link itself.'),
}).meta({ id: 'OperatorLink', description: 'A short link, as the operator sees it.' });
type OperatorLink = z.output<typeof OperatorLink>;

const Links = z.strictObject({ links: z.array(OperatorLink), nextCursor: NextCursor });

const EXAMPLE: OperatorLink = { ...LISTED_LINK, accountId: 'a4Tq81ZkX0bM', key: 'Jx3vT9aQmW5c', blocked: false };

export const findLinksEndpoint = endpoint({
  method: 'GET',
  path: '/admin/links',
  access: 'operator',
  tag: 'Operator',
  id: 'findLinks',
  summary: 'Find links',
  description:
    'Lists the link with a `code`, or the links of an `account` or a `key`, newest first. Deleted links are included.\n\n- Name exactly one of `code`, `account` and `key`.\n- `host` finds the links of an account that a block of the host would end.\n- A page reads a limited number of links. It may be short or even empty: only `nextCursor` shows the end.',
  query: Query,
  responses: { 200: json('A page of links.', Links, { 'The last page': { links: [EXAMPLE], nextCursor: null } }) },
  refusals: ['LINK_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'KEY_NOT_FOUND'],
  handle: async (c) => {
    const now = c.get('now');
    const { shortBaseUrl, peppers } = c.get('config');
    const { code, account, key, host, cursor, limit } = c.req.valid('query');
    const context = { shortBaseUrl, denylist: await currentDenylist(c.env, now), now };
    if (code !== undefined) {
      return c.json({ links: [operatorLink(await linkOfCode(c.env, code), context)], nextCursor: null });
    }
    const owner =
      account === undefined ? await ownerOfKey(c.env, key ?? '') : wholeAccount((await accountOf(c.env, account)).id);
    const listing = { owner, filter: { destination: host } };
    const from = cursor === undefined ? null : await positionOf(cursor, peppers, listing);
    const { links, next } = await linksOfOwner(c.env, owner, { limit, from: from as Position | null, host });
    return c.json({
      links: links.map((link) => operatorLink(link, context)),
      nextCursor: next === null ? null : await cursorOf(next, peppers, listing),
    });
  },
});

const operatorLink = (link: MadeLink, context: StatusContext): OperatorLink => ({
  ...managedLink(link, context),
  accountId: link.accountId,
  key: link.madeBy,
  blocked: link.blocked !== null,
});
