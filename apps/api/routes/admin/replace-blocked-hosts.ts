/** PUT /admin/blocked-hosts: replaces the list, for new links and existing ones (answers, section 13). */
import * as z from 'zod';
import { json } from '../../answer';
import { BlockedHosts, hostName, readBlockedHosts, replaceBlockedHosts as replace } from '../../blocked-hosts';
import { endpoint } from '../../endpoint';

const MAX_HOSTS = 10_000;
const RULE = `hosts must be a list of at most ${MAX_HOSTS} host names`;

const Host = z.string(RULE).transform((text, issues) => {
  const host = hostName(text);
  if (host !== null) return host;
  issues.addIssue('hosts must be host names, without scheme, port or path');
  return z.NEVER;
});
const Body = z.object({
  hosts: z.array(Host, RULE).max(MAX_HOSTS, RULE).describe('Host names or addresses. Subdomains are meant too.'),
});

export const replaceBlockedHosts = endpoint({
  method: 'PUT',
  path: '/admin/blocked-hosts',
  access: 'operator',
  tag: 'Operator',
  id: 'replaceBlockedHosts',
  summary: 'Replace the blocked hosts',
  description:
    'New links to these hosts are refused at once, and existing ones answer 410 within a minute. The list that was there is gone.',
  body: { schema: Body, examples: { one: { hosts: ['phishing.example'] }, none: { hosts: [] } } },
  answers: { 200: json('The list as it is now.', BlockedHosts, { one: { hosts: ['phishing.example'] } }) },
  refusals: [],
  handle: async (c) => {
    await replace(c.env, c.req.valid('json').hosts, c.get('now'));
    return c.json({ hosts: await readBlockedHosts(c.env) });
  },
});
