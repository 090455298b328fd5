/** GET /admin/settings: every setting as it holds (answers, section 13). */
import { DEFAULT_SETTINGS } from '#domain/settings';
import { json } from '../../answer';
import { endpoint } from '../../endpoint';
import { readSettings, SettingsRecord } from '../../settings';

export const getSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'operator',
  tag: 'Operator',
  id: 'getSettings',
  summary: 'Read the settings',
  description: 'Every setting as it holds: what you changed, and what the variables say of the rest.',
  answers: { 200: json('Every setting.', SettingsRecord, { usual: DEFAULT_SETTINGS }) },
  refusals: [],
  handle: async (c) => c.json(await readSettings(c.env)),
});
