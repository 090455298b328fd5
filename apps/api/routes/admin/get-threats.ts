/** GET /admin/threats: what links are checked against, and whether the service is alive (answers, section 15). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { readCanary } from '../../threats/canary';
import { TEST_EXPRESSIONS } from '../../threats/embedded-list';
import { importedList } from '../../threats/imported-list';

const handlers = createHandlers(async (c) => {
  const [imported, { canary, at }] = await Promise.all([importedList(c.env, c.get('now')), readCanary(c.env)]);
  return c.json({
    service: c.get('config').threats.service,
    testAddresses: TEST_EXPRESSIONS.size,
    // Null: KV has not told this isolate yet.
    importedEntries: imported?.size ?? null,
    canary,
    canaryAt: at === 0 ? null : new Date(at).toISOString(),
  });
});

export const getThreats = endpoint({
  method: 'GET',
  path: '/admin/threats',
  access: 'operator',
  summary: 'Read what links are checked against',
  handlers,
});
