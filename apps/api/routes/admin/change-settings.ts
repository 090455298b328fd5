/** PUT /admin/settings: takes any subset, leaves what is absent, answers the whole (answers, section 13). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { jsonBody } from '../../middleware/json-body';
import { changeSettings as change, SettingsChange } from '../../settings';
import { valid } from '../../validation';

const handlers = createHandlers(jsonBody, valid('json', SettingsChange), async (c) =>
  c.json(await change(c.env, c.req.valid('json'), c.get('now'))),
);

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  access: 'operator',
  summary: 'Change settings',
  handlers,
});
