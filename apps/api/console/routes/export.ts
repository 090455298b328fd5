/** GET /console/account/export: everything we keep of an account, as one JSON file. */
import { createHandlers } from '../context';
import { exportOf } from '../export';

export const getExport = createHandlers((c) => {
  const day = new Date(c.get('now')).toISOString().slice(0, 10);
  return c.body(exportOf(c.env, c.get('account'), c.get('config').shortBaseUrl, c.get('now')), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="swiftlet-${day}.json"`,
  });
});
