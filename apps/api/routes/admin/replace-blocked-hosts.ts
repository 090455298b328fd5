/** PUT /admin/blocked-hosts: replaces the list, for new links and existing ones (answers, section 13). */
import * as z from 'zod';
import { hostName, readBlockedHosts, replaceBlockedHosts as replace } from '../../blocked-hosts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { jsonBody } from '../../middleware/json-body';
import { valid } from '../../validation';

const MAX_HOSTS = 10_000;
const RULE = `hosts must be a list of at most ${MAX_HOSTS} host names`;

const Host = z.string(RULE).transform((text, issues) => {
  const host = hostName(text);
  if (host !== null) return host;
  issues.addIssue('hosts must be host names, without scheme, port or path');
  return z.NEVER;
});
const Body = z.object({ hosts: z.array(Host, RULE).max(MAX_HOSTS, RULE) });

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) => {
  await replace(c.env, c.req.valid('json').hosts, c.get('now'));
  return c.json({ hosts: await readBlockedHosts(c.env) });
});

export const replaceBlockedHosts = endpoint({
  method: 'PUT',
  path: '/admin/blocked-hosts',
  access: 'operator',
  summary: 'Replace the blocked hosts',
  handlers,
});
