import { ipv4OfGroups } from './ipv4';

/**
 * The denylist: suspended accounts and blocked hosts, so that stopping them needs no change of each link. It is one KV
 * value, which every isolate of the redirect worker reads. Its format is versioned like that of an edge entry:
 * denylist.golden.json only grows.
 */

export type Denylist = {
  /** Ids of suspended accounts. */
  readonly accounts: ReadonlySet<string>;
  /** Hosts that no link may lead to, in lower case. Their subdomains are denied too. */
  readonly hosts: ReadonlySet<string>;
};

export const EMPTY_DENYLIST: Denylist = { accounts: new Set(), hosts: new Set() };

/** KV key of the denylist. */
export const DENYLIST_KEY = 'denylist';

const FORMAT = 1;

export const encodeDenylist = ({ accounts, hosts }: Denylist): string =>
  JSON.stringify({ f: FORMAT, a: [...accounts], h: [...hosts] });

/** Decodes the text of a denylist; null for a text of an unknown format. */
export function decodeDenylist(text: string): Denylist | null {
  try {
    const value = JSON.parse(text) as { f?: number; a?: string[]; h?: string[] } | null;
    if (value === null || value.f !== FORMAT || !Array.isArray(value.a) || !Array.isArray(value.h)) return null;
    return { accounts: new Set(value.a), hosts: new Set(value.h) };
  } catch {
    return null;
  }
}

/** The host of an address in the form of `URL.href`: lower case, without user information. The port is left out. */
export function hostOfHref(href: string): string {
  const start = href.indexOf('//') + 2;
  const end = href.slice(start).search(/[/?#]/);
  const authority = end === -1 ? href.slice(start) : href.slice(start, start + end);
  return authority.replace(/:\d+$/, '');
}

/**
 * IPv6 hosts that carry an IPv4 address: mapped (RFC 4291), NAT64 (RFC 6052), and 6to4 (RFC 3056), whose whole network
 * belongs to that address.
 */
const CARRIES_IPV4 = /^\[(?:(?:::ffff:|64:ff9b::)(?=[^:]+:[^:]+$)|2002:)([^:]+):([^:\]]+)/;

/**
 * Whether a host, the IPv4 address it carries or a domain above it is denied.
 * @param host in the form of `URL.hostname`
 */
export function deniesHost({ hosts }: Denylist, host: string): boolean {
  if (hosts.size === 0) return false;
  const carried = CARRIES_IPV4.exec(host)?.slice(1);
  if (carried && hosts.has(ipv4OfGroups(...carried))) return true;
  for (let rest = host.replace(/\.$/, ''); ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (hosts.has(rest)) return true;
    if (!rest.includes('.')) return false;
  }
}
