/** PUT /admin/settings: changes some of the settings, and returns all (specification 13.4). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { changeSettings } from '#api/platform/change-settings';
import { SettingsChange, SettingsRecord } from '#api/platform/settings-record';
import { DEFAULT_SETTINGS } from '#domain/settings';

export const changeSettingsEndpoint = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  access: 'operator',
  tag: 'Operator',
  id: 'changeSettings',
  summary: 'Change settings',
  description:
    'Changes the settings in the body and leaves the others as they are. A change applies everywhere within 30 seconds, without a deployment.',
  body: {
    schema: SettingsChange,
    examples: { Maintenance: { maintenance: true }, 'Link quota': { linkQuota: { FREE: 100 } } },
  },
  responses: {
    200: json('All settings.', SettingsRecord, {
      Maintenance: { ...DEFAULT_SETTINGS, maintenance: true },
    }),
  },
  refusals: [],
  handle: async (c) => c.json(await changeSettings(c.env, c.req.valid('json'), c.get('now'))),
});
