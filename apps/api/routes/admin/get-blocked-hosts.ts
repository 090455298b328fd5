/** GET /admin/blocked-hosts: the hosts to which no link may redirect (specification 13.6). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { BlockedHosts, readBlockedHosts } from '#api/threats/blocked-hosts';

export const getBlockedHostsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/blocked-hosts',
  access: 'operator',
  tag: 'Operator',
  id: 'getBlockedHosts',
  summary: 'List blocked hosts',
  description: 'The hosts to which no new link may lead, and to which existing links no longer redirect.',
  responses: { 200: json('The list.', BlockedHosts, { one: { hosts: ['phishing.example'] } }) },
  refusals: [],
  handle: async (c) => c.json({ hosts: await readBlockedHosts(c.env) }),
});
