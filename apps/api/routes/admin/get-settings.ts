/** GET /admin/settings: every setting as it holds (answers, section 13). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { changeSettings } from '../../settings';

const handlers = createHandlers(async (c) => c.json(await changeSettings(c.env, {}, c.get('now'))));

export const getSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'operator',
  summary: 'Read the settings',
  handlers,
});
