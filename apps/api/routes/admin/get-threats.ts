/** GET /admin/threats: the state of the threat lists and of the threat service (specification 13.7). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { Timestamp } from '#api/http/timestamp';
import { readCanary } from '#api/threats/canary';
import { TEST_EXPRESSIONS } from '#api/threats/embedded-list';
import { importedList } from '#api/threats/imported-list';
import { readUnjudgeable, UNJUDGEABLE_SHOWN } from '#api/threats/unjudgeable';

const Unjudgeable = z
  .strictObject({
    count: z.int().min(0),
    links: z
      .array(
        z.strictObject({
          shortCode: z.string(),
          accountId: z.string(),
          url: z.string(),
          since: Timestamp.describe('When the link began to wait for you.'),
        }),
      )
      .max(UNJUDGEABLE_SHOWN)
      .describe(`At most ${UNJUDGEABLE_SHOWN} links, oldest first.`),
  })
  .describe(
    'Links whose destination the service refuses to judge. They redirect until you block them. To accept one, unblock it.',
  );

const ThreatState = z
  .strictObject({
    service: z
      .enum(['list', 'webrisk', 'safebrowsing'])
      .describe('The service that checks destinations. `list` means the lists only, without a service.'),
    testAddresses: z.int().min(0).describe('Entries of the built-in test list.'),
    importedEntries: z.int().min(0).nullable().describe('Entries of the imported list; `null` if it wasn’t read yet.'),
    canary: z
      .enum(['none', 'alive', 'dead'])
      .describe(
        'The canary is a page that the service documents as unsafe. `alive` means that the service finds it unsafe.',
      ),
    canaryAt: Timestamp.nullable().describe('When the canary was last checked; `null` before the first check.'),
    unjudgeable: Unjudgeable,
  })
  .meta({ id: 'ThreatState', description: 'The state of the lists and of the service that check destinations.' });

export const getThreatsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/threats',
  access: 'operator',
  tag: 'Operator',
  id: 'getThreats',
  summary: 'Read the state of the threat checks',
  description: 'Returns which lists and service check destinations, and whether the service works.',
  responses: {
    200: json('The state of the threat checks.', ThreatState, {
      'Lists only': {
        service: 'list',
        testAddresses: 4,
        importedEntries: 0,
        canary: 'none',
        canaryAt: null,
        unjudgeable: { count: 0, links: [] },
      },
    }),
  },
  refusals: [],
  handle: async (c) => {
    const now = c.get('now');
    const [imported, { canary, at }, { count, links }] = await Promise.all([
      importedList(c.env, now),
      readCanary(c.env),
      readUnjudgeable(c.env, now),
    ]);
    return c.json({
      service: c.get('config').threats.service,
      testAddresses: TEST_EXPRESSIONS.size,
      // Null if this isolate has not read the list from KV yet.
      importedEntries: imported?.size ?? null,
      canary,
      canaryAt: at === 0 ? null : new Date(at).toISOString(),
      unjudgeable: { count, links: links.map((link) => ({ ...link, since: new Date(link.since).toISOString() })) },
    });
  },
});
