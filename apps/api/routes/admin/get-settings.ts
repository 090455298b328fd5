/** GET /admin/settings: every setting with its present value (specification 13.4). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { readSettings, SettingsRecord } from '#api/platform/settings';
import { DEFAULT_SETTINGS } from '#domain/settings';

export const getSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'operator',
  tag: 'Operator',
  id: 'getSettings',
  summary: 'Read the settings',
  description: 'Every setting as it holds: what you changed, and what the variables say of the rest.',
  responses: { 200: json('Every setting.', SettingsRecord, { usual: DEFAULT_SETTINGS }) },
  refusals: [],
  handle: async (c) => c.json(await readSettings(c.env)),
});
