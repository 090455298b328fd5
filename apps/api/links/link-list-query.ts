/** The query parameters of GET /v2/links (specification 8.2). */
import * as z from 'zod';
import { strictQuery } from '#api/http/strict-query';
import { wholeNumber } from '#api/http/whole-number';
import { codeOf, MAX_CODE_LENGTH } from '#domain/codes';
import { isExternalId, isTag, MAX_EXTERNAL_ID, MAX_TAG, MAX_TAGS, tagKeyOf } from '#domain/link-details';
import { STATUSES } from './link-status';

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
const TAG_RULE = `tag must be 1 to ${MAX_TAGS} names of one line of 1 to ${MAX_TAG} characters, and not . or ..`;
const MODE_RULE = 'tags must be all or any, beside tag';
const EXTERNAL_ID_RULE = `externalId must be one line of 1 to ${MAX_EXTERNAL_ID} characters`;
const SORT_RULE = `sort must be ${SORTS.slice(0, -1).join(', ')} or ${SORTS.at(-1)}`;
const PERIOD_RULE = 'createdFrom must not be after createdTo';
export const CURSOR_RULE = 'cursor must be the nextCursor of a page with the same parameters';

const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

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

/** One name, or several, as a repeated parameter is read. */
const Tags = z
  .union([z.string(), z.array(z.string())], TAG_RULE)
  .transform((names) => [names].flat().map((name) => name.trim()))
  .refine((names) => names.length > 0 && names.length <= MAX_TAGS && names.every(isTag), TAG_RULE)
  .transform((names) => [...new Set(names.map(tagKeyOf))].sort());

/** The parameters of a filter. */
const FILTER = {
  status: z.enum(STATUSES, STATUS_RULE).optional().describe('Only links with this status.'),
  prefix: z
    .string(PREFIX_RULE)
    .min(MIN_PREFIX_LENGTH, PREFIX_RULE)
    .max(MAX_CODE_LENGTH, PREFIX_RULE)
    .regex(/^[A-Za-z0-9-]*$/, PREFIX_RULE)
    .transform(codeOf)
    .optional()
    .describe('Only links whose code starts with this text.'),
  search: z
    .string(SEARCH_RULE)
    .refine((text) => text !== '' && bytesOf(text) <= MAX_SEARCH_BYTES, SEARCH_RULE)
    .optional()
    .describe(`Only links whose code, title, destination or notes contain this text: 1 to ${MAX_SEARCH_BYTES} bytes.`),
  tag: Tags.optional().describe('Only links with this tag. Repeat it for several tags.'),
  tags: z
    .enum(['all', 'any'], MODE_RULE)
    .optional()
    .describe('Whether links need `all` of the tags (the default) or `any` of them.'),
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
