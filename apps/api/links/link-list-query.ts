/**
 * The query parameters of GET /v2/links (specification 8.2), and the cursor of its pages (specification 8.3). A cursor
 * is encrypted, because the next page of a search by prefix may begin at a code of another account.
 */
import { domainToUnicode } from 'node:url';
import * as z from 'zod';
import { strictQuery, wholeNumber } from '#api/http/fields';
import { hostName } from '#api/threats/blocked-hosts';
import { isExternalId, isTag, MAX_TAGS, normalizeTag } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { MAX_CODE_LENGTH, normalizeCode } from '#domain/short-address';
import { countBytes } from '#secrets/digest';
import { openText, type Peppers, sealText } from '#secrets/pepper';
import { EXTERNAL_ID_RULE, TAG_FORM } from './link-details';
import type { Listing } from './link-list-filter';
import { type Position, reversePosition } from './link-list-statement';
import { STATUSES } from './link-record';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/**
 * The least length of a prefix. A shorter one would mostly match codes of other accounts, which the statement reads
 * too.
 */
const MIN_PREFIX_LENGTH = 4;
const MAX_SEARCH_BYTES = 48;
const SORTS = ['created', 'clicks', 'lastClick'] as const;

const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_LIMIT}`;
const STATUS_RULE = `status must be ${STATUSES.join(' or ')}`;
const PREFIX_RULE = `prefix must be ${MIN_PREFIX_LENGTH} to ${MAX_CODE_LENGTH} letters, digits and hyphens`;
const SEARCH_RULE = `search must be 1 to ${MAX_SEARCH_BYTES} bytes`;
const TAG_RULE = `tag must be 1 to ${MAX_TAGS} names of ${TAG_FORM}`;
const MODE_RULE = 'tags must be all or any, beside tag';
const SORT_RULE = `sort must be ${SORTS.slice(0, -1).join(', ')} or ${SORTS.at(-1)}`;
const HOST_RULE = 'host must be a host name or an IP address';
const PERIOD_RULE = 'createdFrom must not be after createdTo';
export const CURSOR_RULE = 'cursor must be the nextCursor of a page with the same parameters';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LAST_OF_DAY = 'T23:59:59.999Z';

/** A time, or a day in UTC, which stands for its first or its last millisecond. Returns epoch milliseconds. */
const time = (name: string, end: string, description: string) => {
  const rule = `${name} must be a time like 2026-11-20T12:00:00Z or a day like 2026-11-20`;
  return z
    .string(rule)
    .transform((text) => (DAY.test(text) ? `${text}${end}` : text))
    .pipe(z.iso.datetime({ offset: true, error: rule }))
    .transform((text) => Date.parse(text))
    .optional()
    .describe(description);
};

/** One name, or several if the parameter is repeated. */
const Tags = z
  .union([z.string(), z.array(z.string())], TAG_RULE)
  .transform((names) => [names].flat().map((name) => name.trim()))
  .refine((names) => names.length > 0 && names.length <= MAX_TAGS && names.every(isTag), TAG_RULE)
  .transform((names) => [...new Set(names.map(normalizeTag))].sort());

/** The spellings of a host that a destination may have. */
const spellHost = (host: string): string[] => [...new Set([host, domainToUnicode(host)])];

/** The parameters of a filter. */
const FILTER = {
  status: z.enum(STATUSES, STATUS_RULE).optional().describe('Only links with this status.'),
  prefix: z
    .string(PREFIX_RULE)
    .min(MIN_PREFIX_LENGTH, PREFIX_RULE)
    .max(MAX_CODE_LENGTH, PREFIX_RULE)
    .regex(/^[A-Za-z0-9-]*$/, PREFIX_RULE)
    .transform(normalizeCode)
    .optional()
    .describe('Only links whose code starts with this text.'),
  search: z
    .string(SEARCH_RULE)
    .refine((text) => text !== '' && countBytes(text) <= MAX_SEARCH_BYTES, SEARCH_RULE)
    .optional()
    .describe(`Only links whose code, title, destination or notes contain this text: 1 to ${MAX_SEARCH_BYTES} bytes.`),
  tag: Tags.optional().describe('Only links with this tag. Repeat it for several tags.'),
  tags: z
    .enum(['all', 'any'], MODE_RULE)
    .optional()
    .describe('Whether links need `all` of the tags (the default) or `any` of them.'),
  host: z
    .string(HOST_RULE)
    .refine((text) => hostName(text) !== null, HOST_RULE)
    .transform((text) => spellHost(hostName(text) ?? ''))
    .optional()
    .describe('Only links whose destination is on this host or a subdomain of it.'),
  externalId: z
    .string(EXTERNAL_ID_RULE)
    .refine(isExternalId, EXTERNAL_ID_RULE)
    .optional()
    .describe('Only the link with this external ID.'),
  createdFrom: time(
    'createdFrom',
    'T00:00:00.000Z',
    'Only links created at this time or later: a time like `2026-11-20T12:00:00Z`, or a day.',
  ),
  createdTo: time(
    'createdTo',
    LAST_OF_DAY,
    'Only links created at this time or earlier, in the same form. A day is included.',
  ),
};

type ReadFilter = { readonly [name in keyof typeof FILTER]?: z.output<(typeof FILTER)[name]> };
const hasModeBesideTag = ({ tag, tags }: ReadFilter): boolean => tags === undefined || tag !== undefined;
const isPeriod = ({ createdFrom = -Infinity, createdTo = Infinity }: ReadFilter): boolean => createdFrom <= createdTo;

/**
 * The query of GET /v2/links. All parameters may be combined. Those besides `cursor`, `limit` and `sort` are the
 * filter.
 */
export const LinkListQuery = strictQuery({
  cursor: z.string(CURSOR_RULE).max(512, CURSOR_RULE).optional().describe('The `nextCursor` of the previous page.'),
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_RULE).default(DEFAULT_LIMIT).describe('Links per page.'),
  ...FILTER,
  sort: z
    .enum(SORTS, SORT_RULE)
    .transform((sort) => (sort === 'created' ? undefined : sort))
    .optional()
    .describe(
      '`created`, the default, lists the newest first. `clicks` and `lastClick` list the top 1,000 clicked links, highest or latest first.',
    ),
})
  .refine(hasModeBesideTag, MODE_RULE)
  .refine(isPeriod, PERIOD_RULE);
export type LinkListQuery = z.output<typeof LinkListQuery>;

/** The filter in the body of a request about many links: the parameters of the list (specification 8.10). */
export const BodyFilter = strictQuery(FILTER).refine(hasModeBesideTag, MODE_RULE).refine(isPeriod, PERIOD_RULE);

/**
 * The place at which a page begins in an order that the statistics object has stored: after `from` links or, read
 * backward, before the link after `before` ones.
 */
export type SortedPosition =
  | { readonly order: string; readonly from: number }
  | { readonly order: string; readonly before: number };

export type ListPosition = Position | SortedPosition;

/** Whether a page is read against the order of its list, from the page after it. */
export const isReadBackward = (from: ListPosition | null): boolean =>
  from !== null && ('before' in from || 'isBackward' in from);

/** The position whose page ends where the page of the other position begins, read the other way. */
export function turnBack(from: ListPosition): ListPosition {
  if (!('order' in from)) return reversePosition(from);
  return 'from' in from ? { order: from.order, before: from.from } : { order: from.order, from: from.before };
}

/** Returns the list for which a cursor is valid, as a text. */
function makeContext({ owner: { accountId, madeBy }, filter, sort }: Listing): string {
  const { status, prefix, search, destination, isProtected, isDeleted, host, externalId } = filter;
  const { createdFrom, createdTo } = filter;
  const tags = filter.tag && [filter.tags ?? 'all', ...filter.tag];
  const all = [accountId, madeBy, status, prefix, search, destination, isProtected, isDeleted, host, tags, externalId];
  return JSON.stringify(['links', ...all, createdFrom, createdTo, sort]);
}

export const writeCursor = (position: ListPosition, peppers: Peppers, listing: Listing): Promise<string> =>
  sealText(writePosition(position), peppers, makeContext(listing));

function writePosition(position: ListPosition): string {
  if ('from' in position) return `order ${position.order} ${position.from}`;
  if ('before' in position) return `order ${position.order} before ${position.before}`;
  const { createdAt, code, isBackward, isExclusive } = position;
  return `${isBackward ? 'backward ' : ''}${isExclusive ? 'beyond ' : ''}${createdAt} ${code}`;
}

/** Decrypts a cursor. @throws Refusal FIELD_INVALID if it was altered, or is of another list */
export async function readCursor(cursor: string, peppers: Peppers, listing: Listing): Promise<ListPosition> {
  const position = parsePosition((await openText(cursor, peppers, makeContext(listing))) ?? '');
  if (position === null) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
  return position;
}

function parsePosition(text: string): ListPosition | null {
  const [, order, before, count] = /^order ([\w-]+) (before )?(\d+)$/.exec(text) ?? [];
  if (order !== undefined) return { order, ...(before ? { before: Number(count) } : { from: Number(count) }) };
  const [, backward, beyond, createdAt, code] = /^(backward )?(beyond )?(\d{1,15}) ([a-z0-9-]+)$/.exec(text) ?? [];
  if (createdAt === undefined || code === undefined) return null;
  const way = { ...(backward && { isBackward: true as const }), ...(beyond && { isExclusive: true as const }) };
  return { createdAt: Number(createdAt), code, ...way };
}
