/** PUT /admin/blocked-hosts: replaces the list of blocked hosts (specification 13.6). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { BlockedHosts, hostName, readBlockedHosts, replaceBlockedHosts } from '#api/threats/blocked-hosts';
import type { PublicSuffix } from '#api/threats/public-suffixes';
import { Refusal } from '#domain/refusal';

const MAX_HOSTS = 10_000;
const RULE = `hosts must be a list of at most ${MAX_HOSTS} host names`;

const Host = z.string(RULE).transform((text, issues) => {
  const host = hostName(text);
  if (host !== null) return host;
  issues.addIssue('hosts must be host names, without scheme, port or path');
  return z.NEVER;
});
const Body = z.object({
  hosts: z
    .array(Host, RULE)
    .max(MAX_HOSTS, RULE)
    .describe('Host names or addresses. A host name also blocks its subdomains.'),
  allowSharedDomains: z
    .boolean('allowSharedDomains must be true or false')
    .default(false)
    .describe(
      '`true` allows domains under which a company gives names to anyone, such as `github.io`. The block then affects all of its customers. Public suffixes of registries, such as `co.uk`, are always refused.',
    ),
});

export const replaceBlockedHostsEndpoint = endpoint({
  method: 'PUT',
  path: '/admin/blocked-hosts',
  access: 'operator',
  tag: 'Operator',
  id: 'replaceBlockedHosts',
  summary: 'Replace the blocked hosts',
  description:
    'Replaces the whole list. New links to these hosts are refused at once, and visits to existing ones get 410 within a minute.',
  body: {
    schema: Body,
    examples: {
      'One host': { hosts: ['phishing.example'] },
      'Empty list': { hosts: [] },
      'Shared domain': { hosts: ['github.io'], allowSharedDomains: true },
    },
  },
  responses: { 200: json('The new list.', BlockedHosts, { 'One host': { hosts: ['phishing.example'] } }) },
  refusals: [],
  handle: async (c) => {
    const { hosts, allowSharedDomains } = c.req.valid('json');
    await refusePublicSuffixes(hosts, allowSharedDomains);
    await replaceBlockedHosts(c.env, hosts, c.get('now'));
    return c.json({ hosts: await readBlockedHosts(c.env) });
  },
});

/**
 * Refuses public suffixes, because such a block is usually a mistake and affects many sites.
 * @throws Refusal FIELD_INVALID
 */
async function refusePublicSuffixes(hosts: readonly string[], allowSharedDomains: boolean): Promise<void> {
  const { publicSuffixOf } = await import('#api/threats/public-suffixes');
  const first = (kind: PublicSuffix) => hosts.find((host) => publicSuffixOf(host) === kind);
  const registry = first('registry');
  if (registry !== undefined) {
    const rule = 'hosts must not be public suffixes, under which anybody may register a domain';
    throw new Refusal('FIELD_INVALID', { detail: `${rule}: ${registry}` });
  }
  const shared = allowSharedDomains ? undefined : first('shared');
  if (shared === undefined) return;
  const rule = 'hosts that give names to anybody are blocked only with allowSharedDomains';
  throw new Refusal('FIELD_INVALID', { detail: `${rule}: ${shared}` });
}
