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
  description: 'Returns all settings: your changes, and the values of the deployment’s variables for the rest.',
  responses: { 200: json('All settings.', SettingsRecord, { 'Without changes': DEFAULT_SETTINGS }) },
  refusals: [],
  handle: async (c) => c.json(await readSettings(c.env)),
});
