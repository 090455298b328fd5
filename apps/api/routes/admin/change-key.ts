/** PATCH /admin/keys/:id: changes the name, the plan, the status or the rights of a key (specification 13.3). */
import * as z from 'zod';
import { KeyName, PlanName } from '#api/accounts/fields';
import { KEY_EXAMPLE, KeyRecord, keyRecord } from '#api/accounts/key-record';
import { RIGHTS_FIELDS } from '#api/accounts/key-rights';
import { changeKey } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { OPERATOR } from '#domain/account-events';
import { KEY_STATUSES } from '#domain/key-status';
import { KeyId } from '../params';

const Body = z.object({
  name: KeyName.optional(),
  plan: PlanName.nullable().optional().describe('`null` gives the key the plan of its account.'),
  status: z
    .enum(KEY_STATUSES, `status must be one of ${KEY_STATUSES.join(', ')}`)
    .optional()
    .describe('An `inactive` key can become `active` again. `revoked` is final.'),
  ...RIGHTS_FIELDS,
});

export const changeKeyEndpoint = endpoint({
  method: 'PATCH',
  path: '/admin/keys/:id',
  access: 'operator',
  tag: 'Operator',
  id: 'changeKey',
  summary: 'Change a key',
  description:
    'Changes a key. Fields that you leave out don’t change. Every request that is sent after the response sees the change.',
  params: { id: KeyId },
  body: {
    schema: Body,
    examples: {
      'Switch off': { status: 'inactive' },
      'Own plan': { plan: 'PRO' },
      'Read only': { scopes: ['links:read', 'stats:read'] },
    },
  },
  responses: { 200: json('The changed key.', KeyRecord, { 'Switch off': { ...KEY_EXAMPLE, status: 'inactive' } }) },
  refusals: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'ACTIVE_KEYS_REACHED'],
  handle: async (c) => {
    const now = c.get('now');
    return c.json(keyRecord(await changeKey(c.env, c.req.param('id'), c.req.valid('json'), OPERATOR, now), now));
  },
});
