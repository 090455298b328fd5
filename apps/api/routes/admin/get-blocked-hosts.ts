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
  description: 'Lists the hosts to which links can’t be created and don’t redirect.',
  responses: { 200: json('The list.', BlockedHosts, { 'One host': { hosts: ['phishing.example'] } }) },
  refusals: [],
  handle: async (c) => c.json({ hosts: await readBlockedHosts(c.env) }),
});
