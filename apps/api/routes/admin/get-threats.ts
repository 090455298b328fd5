/** GET /admin/threats: what links are checked against, and whether the service is alive (answers, section 15). */
import * as z from 'zod';
import { json } from '../../answer';
import { endpoint } from '../../endpoint';
import { Timestamp } from '../../link-record';
import { readCanary } from '../../threats/canary';
import { TEST_EXPRESSIONS } from '../../threats/embedded-list';
import { importedList } from '../../threats/imported-list';

const ThreatState = z
  .strictObject({
    service: z.enum(['list', 'webrisk', 'safebrowsing']).describe('`list`: no service is asked.'),
    testAddresses: z.int().min(0).describe('Entries of the embedded list.'),
    importedEntries: z.int().min(0).nullable().describe('`null`: not read yet.'),
    canary: z.enum(['none', 'alive', 'dead']).describe('Whether the service flags a page that it documents as bad.'),
    canaryAt: Timestamp.nullable(),
  })
  .meta({ id: 'ThreatState', description: 'What links are checked against.' });

export const getThreats = endpoint({
  method: 'GET',
  path: '/admin/threats',
  access: 'operator',
  tag: 'Operator',
  id: 'getThreats',
  summary: 'Read what links are checked against',
  description: 'The service and the lists that destinations are checked with, and whether the service is alive.',
  answers: {
    200: json('What is checked, and how.', ThreatState, {
      'the lists alone': { service: 'list', testAddresses: 4, importedEntries: 0, canary: 'none', canaryAt: null },
    }),
  },
  refusals: [],
  handle: async (c) => {
    const [imported, { canary, at }] = await Promise.all([importedList(c.env, c.get('now')), readCanary(c.env)]);
    return c.json({
      service: c.get('config').threats.service,
      testAddresses: TEST_EXPRESSIONS.size,
      // Null: KV has not told this isolate yet.
      importedEntries: imported?.size ?? null,
      canary,
      canaryAt: at === 0 ? null : new Date(at).toISOString(),
    });
  },
});
