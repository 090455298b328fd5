/** POST /admin/republish: compares a page of KV with D1, and publishes what differs (specification 13.12). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { CURSOR_RULE } from '#api/links/link-list-query';
import { readRepublishCursor, republish } from '#api/links/republish-page';

const Body = z.strictObject(
  {
    cursor: z
      .string(CURSOR_RULE)
      .max(4_096, CURSOR_RULE)
      .nullable()
      .default(null)
      .describe('The `nextCursor` of the previous page; `null` for the first page.'),
    dryRun: z.boolean('dryRun must be true or false').default(false).describe('Whether to compare only.'),
    remove: z
      .boolean('remove must be true or false')
      .default(false)
      .describe('Whether to delete the entries of codes that the database does not have. They redirect until then.'),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a field` : undefined) },
);

const count = (text: string) => z.int().min(0).describe(text);

const Report = z
  .strictObject({
    links: count('Links of this page.'),
    entries: count('Entries of this page.'),
    missing: count('Links without an entry.'),
    outdated: count('Links with another entry than the database says.'),
    newer: count('Links whose entry is newer than the database, which was restored. They are left as they are.'),
    waiting: count('Dirty links: the cron publishes them within minutes, and sends them to their counters.'),
    superfluous: count('Entries of codes that the database does not have.'),
    written: count('Entries that were published.'),
    failed: count('Entries that KV refused. The cron publishes them.'),
    removed: count('Superfluous entries that were deleted.'),
    denylist: z
      .enum(['same', 'outdated', 'missing'])
      .nullable()
      .describe('What KV had of the denylist. `null` after the first page. It is published too.'),
    threatList: z
      .enum(['present', 'missing'])
      .nullable()
      .describe('Whether KV has an imported threat list, which is nowhere else. `null` after the first page.'),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last page.'),
  })
  .meta({ id: 'RepublishReport', description: 'What differed on a page, and what was done about it.' });

export const republishEndpoint = endpoint({
  method: 'POST',
  path: '/admin/republish',
  access: 'operator',
  tag: 'Operator',
  id: 'republish',
  summary: 'Publish a page of links again',
  description:
    'Compares 200 links, or 500 entries, with the database and publishes what differs. Call it with the `nextCursor` of each response until that is `null`; `npm run republish` does this. An entry that is newer than its link is never replaced.',
  body: {
    schema: Body,
    isOptional: true,
    examples: { 'the first page': { cursor: null }, 'only compare': { dryRun: true } },
  },
  responses: {
    200: json('What differed.', Report, {
      'after KV was emptied': {
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
});
