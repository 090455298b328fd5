/** GET /admin/settings: every setting as it holds (answers, section 13). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { readSettings } from '../../settings';

const handlers = createHandlers(async (c) => c.json(await readSettings(c.env)));

export const getSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'operator',
  summary: 'Read the settings',
  handlers,
});
