/** GET /admin/settings: all settings with their values (specification 13.4). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { readSettings } from '#api/platform/settings';
import { SettingsRecord } from '#api/platform/settings-record';
import { DEFAULT_SETTINGS } from '#domain/settings';

export const getSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'operator',
  tag: 'Operator',
  id: 'getSettings',
  summary: 'Read the settings',
  description: 'All settings: the values that you have changed, and the values of the variables for the others.',
  responses: { 200: json('All settings.', SettingsRecord, { usual: DEFAULT_SETTINGS }) },
  refusals: [],
  handle: async (c) => c.json(await readSettings(c.env)),
});
