/** GET /console/account/export: the export of the account as one JSON file (specification 14.6). */
import { countInWindow } from '#api/accounts/account-windows';
import { createHandlers } from '../context';
import { exportOf } from '../export';
import { showTooMany } from '../too-many';

export const getExport = createHandlers(async (c) => {
  const account = c.get('account');
  const { isAdmitted, reading } = await countInWindow(c.env, 'export', account.id);
  if (!isAdmitted) return showTooMany(c, reading.windowEndsAt);
  const now = c.get('now');
  const day = new Date(now).toISOString().slice(0, 10);
  const request = { shortBaseUrl: c.get('config').shortBaseUrl, now, wait: (ms: number) => scheduler.wait(ms) };
  return c.body(exportOf(c.env, account, request), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="swiftlet-${day}.json"`,
  });
});
