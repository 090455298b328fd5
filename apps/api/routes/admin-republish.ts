/** The endpoint that publishes links again (specification 13.12). */
import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { CURSOR_RULE } from '#api/links/link-list-query';
import { readRepublishCursor, republish } from '#api/links/republish';

export const republishRoutes = new Hono<AppEnv>();

const Republication = z.strictObject(
  {
    cursor: z
      .string(CURSOR_RULE)
      .max(4_096, CURSOR_RULE)
      .nullable()
      .default(null)
      .describe('The `nextCursor` of the previous page; `null` for the first page.'),
    dryRun: z.boolean('dryRun must be true or false').default(false).describe('`true` only compares.'),
    remove: z
      .boolean('remove must be true or false')
      .default(false)
      .describe('`true` deletes entries of codes that the database doesn’t have. They redirect until then.'),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a field` : undefined) },
);

const count = (text: string) => z.int().min(0).describe(text);

const RepublishReport = z
  .strictObject({
    links: count('Links of this page.'),
    entries: count('Entries of this page.'),
    missing: count('Links without an entry.'),
    outdated: count('Links whose entry differs from the database.'),
    newer: count('Links whose entry is newer than the database, after a restore. They are left as they are.'),
    waiting: count('Links that are published within minutes anyway.'),
    superfluous: count('Entries of codes that the database doesn’t have.'),
    written: count('Entries that were published.'),
    failed: count('Entries that couldn’t be published now. They are published within minutes.'),
    removed: count('Superfluous entries that were deleted.'),
    denylist: z
      .enum(['same', 'outdated', 'missing'])
      .nullable()
      .describe('State of the published denylist, before it was published again. `null` after the first page.'),
    threatList: z
      .enum(['present', 'missing'])
      .nullable()
      .describe('`missing` if no imported threat list is stored. `null` after the first page.'),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last page.'),
  })
  .meta({ id: 'RepublishReport', description: 'What differed on a page, and what was done about it.' });

// POST /admin/republish: compares a page of KV with D1, and publishes what differs (specification 13.12).
republishRoutes.post(
  '/republish',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'republish',
    summary: 'Republish links',
    description:
      'Compares a page of published links with the database, and publishes what differs.\n\n- Repeat the call with `nextCursor` as `cursor` until it is `null`. `npm run republish` does this for you.\n- A page has 200 links, or 500 entries.\n- Entries that are newer than the database are never replaced.',
    body: {
      schema: Republication,
      isOptional: true,
      examples: { 'First page': { cursor: null }, 'Compare only': { dryRun: true } },
    },
    responses: {
      200: json('What differed.', RepublishReport, {
        'First page': {
          links: 200,
          entries: 0,
          missing: 200,
          outdated: 0,
          newer: 0,
          waiting: 0,
          superfluous: 0,
          written: 200,
          failed: 0,
          removed: 0,
          denylist: 'missing',
          threatList: 'missing',
          nextCursor: 'k3JxQ0…',
        },
      }),
    },
    refusals: [],
    handle: async (c) => {
      const { cursor, ...mode } = c.req.valid('json');
      const { peppers } = c.get('config');
      return c.json(await republish(c.env, await readRepublishCursor(cursor, peppers), mode, peppers));
    },
  }),
);
