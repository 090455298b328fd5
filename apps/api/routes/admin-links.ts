/** The operator’s endpoints for links (specification 13.5). */
import { Hono } from 'hono';
import * as z from 'zod';
import { findAccount } from '#api/accounts/accounts';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, PageLimit, strictQuery } from '#api/http/fields';
import { json } from '#api/http/response';
import { blockLink, unblockLink } from '#api/links/link-changes';
import { linkOfCode, linksOfOwner, type MadeLink, ownerOfKey } from '#api/links/link-list';
import { CURSOR_RULE, readCursor, writeCursor } from '#api/links/link-list-query';
import type { Position } from '#api/links/link-list-statement';
import { wholeAccount } from '#api/links/link-owner';
import { LISTED_LINK, ManagedLink, managedLink, type StatusContext } from '#api/links/link-record';
import { hostName } from '#api/threats/blocked-hosts';
import type { Link } from '#domain/link';
import { getDenylist } from '#store/denylist';
import { ShortCode } from './params';

export const linkRoutes = new Hono<AppEnv>();

const NAMED_RULE = 'The query must name exactly one of code, account and key';
const HOST_RULE = 'host must be a host name or an IP address';

/** A text of the query that identifies something. One that identifies nothing is 404. */
const named = (name: string, description: string) =>
  z.string(`${name} must be a single text`).optional().describe(description);

const FindQuery = strictQuery({
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

const FoundLinks = z.strictObject({ links: z.array(OperatorLink), nextCursor: NextCursor });

const FOUND_LINK: OperatorLink = { ...LISTED_LINK, accountId: 'a4Tq81ZkX0bM', key: 'Jx3vT9aQmW5c', blocked: false };

// GET /admin/links: the link of a code, or a page of the links of an account or a key (specification 13.5).
linkRoutes.get(
  '/links',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'findLinks',
    summary: 'Find links',
    description:
      'Lists the link with a `code`, or the links of an `account` or a `key`, newest first. Deleted links are included.\n\n- Name exactly one of `code`, `account` and `key`.\n- `host` finds the links of an account that a block of the host would end.\n- A page reads a limited number of links. It may be short or even empty: only `nextCursor` shows the end.',
    query: FindQuery,
    responses: {
      200: json('A page of links.', FoundLinks, { 'The last page': { links: [FOUND_LINK], nextCursor: null } }),
    },
    refusals: ['LINK_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'KEY_NOT_FOUND'],
    handle: async (c) => {
      const now = c.get('now');
      const { shortBaseUrl, peppers } = c.get('config');
      const { code, account, key, host, cursor, limit } = c.req.valid('query');
      const context = { shortBaseUrl, denylist: await getDenylist(c.env, now), now };
      if (code !== undefined) {
        return c.json({ links: [operatorLink(await linkOfCode(c.env, code), context)], nextCursor: null });
      }
      const owner =
        account === undefined
          ? await ownerOfKey(c.env, key ?? '')
          : wholeAccount((await findAccount(c.env, account)).id);
      const listing = { owner, filter: { destination: host } };
      const from = cursor === undefined ? null : await readCursor(cursor, peppers, listing);
      const { links, next } = await linksOfOwner(c.env, owner, { limit, from: from as Position | null, host });
      return c.json({
        links: links.map((link) => operatorLink(link, context)),
        nextCursor: next === null ? null : await writeCursor(next, peppers, listing),
      });
    },
  }),
);

const operatorLink = (link: MadeLink, context: StatusContext): OperatorLink => ({
  ...managedLink(link, context),
  accountId: link.accountId,
  key: link.madeBy,
  blocked: link.blocked !== null,
});

const LinkState = z
  .strictObject({
    shortCode: z.string().describe('The generated code or the alias.'),
    accountId: z.string().describe('The ID of the account that owns the link.'),
    url: z.string().describe('The destination.'),
    blocked: z.boolean().describe('`true` if the link is blocked.'),
    reason: z.string().nullable().describe('The reason for the block; `null` if there is none.'),
  })
  .meta({ id: 'LinkState', description: 'Whether a link is blocked, and why.' });
type LinkState = z.output<typeof LinkState>;

const BLOCKED_LINK: LinkState = {
  shortCode: 'Promo',
  accountId: 'a4Tq81ZkX0bM',
  url: 'https://example.com/sale?from=mail',
  blocked: true,
  reason: 'phishing',
};

const linkState = (link: Link): LinkState => ({
  shortCode: link.alias ?? link.code,
  accountId: link.accountId,
  url: link.url,
  blocked: link.blocked !== null,
  reason: link.blocked,
});

const Block = z.object({
  reason: z
    .string('reason must be a string')
    .trim()
    .min(1, 'reason must be 1 to 500 characters')
    .max(500, 'reason must be 1 to 500 characters')
    .describe('The reason, for your own records. Visitors don’t see it.'),
});

// POST /admin/links/:shortCode/block: blocks a link. Its visits get 410 BLOCKED (specification 13.5).
linkRoutes.post(
  '/links/:shortCode/block',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'blockLink',
    summary: 'Block a link',
    description: 'Blocks a link. Visitors get 410 `BLOCKED` until you unblock it.',
    params: { shortCode: ShortCode },
    body: { schema: Block, examples: { Phishing: { reason: 'phishing' } } },
    responses: { 200: json('The link is blocked.', LinkState, { Phishing: BLOCKED_LINK }) },
    refusals: ['LINK_NOT_FOUND'],
    handle: async (c) => {
      const { reason } = c.req.valid('json');
      return c.json(linkState(await blockLink(c.env, c.req.param('shortCode'), reason, c.get('now'))));
    },
  }),
);

const Unblock = z.object({
  url: z
    .string('url must be a string')
    .max(8_192, 'url must be at most 8192 characters')
    .optional()
    .describe('The destination that you have checked. If the link now has another one, the response is 409.'),
});

// POST /admin/links/:shortCode/unblock: lifts a block by the operator or by a threat check (specification 13.5).
linkRoutes.post(
  '/links/:shortCode/unblock',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'unblockLink',
    summary: 'Unblock a link',
    description:
      'Lifts a block by you or by a threat check.\n\n- The destination is accepted: threat checks don’t block the link again until its destination changes or its alias is used again. This also works for destinations that the threat service refuses to judge.\n- If the owner has changed the destination during the block, or the link was neither blocked nor waiting for you, the destination is checked again within a minute.\n- To accept it without that check, name it in `url`.',
    params: { shortCode: ShortCode },
    body: {
      schema: Unblock,
      isOptional: true,
      examples: { 'Blocked destination': {}, 'Checked destination': { url: 'https://example.com/' } },
    },
    responses: {
      200: json('The link is not blocked.', LinkState, {
        'Blocked destination': { ...BLOCKED_LINK, blocked: false, reason: null },
      }),
    },
    refusals: ['LINK_NOT_FOUND', 'LINK_CHANGED'],
    handle: async (c) => {
      const { url = null } = c.req.valid('json');
      return c.json(linkState(await unblockLink(c.env, c.req.param('shortCode'), url, c.get('now'))));
    },
  }),
);
