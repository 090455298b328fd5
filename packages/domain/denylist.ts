/**
 * The denylist: suspended accounts and blocked hosts. It stops their links without a change of each link. It is one KV
 * value, which every isolate of the redirect worker reads. denylist.golden.json holds samples of its format.
 */

export type Denylist = {
  /** The ids of suspended accounts. */
  readonly accounts: ReadonlySet<string>;
  /** Hosts that no link may lead to, in lower case. Their subdomains are denied too. */
  readonly hosts: ReadonlySet<string>;
};

export const EMPTY_DENYLIST: Denylist = { accounts: new Set(), hosts: new Set() };

/** The KV key of the denylist. */
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

/**
 * The host of an address, without its port.
 * @param href in the form of `URL.href`, without user information
 */
export function parseHost(href: string): string {
  const start = href.indexOf('//') + 2;
  const end = href.slice(start).search(/[/?#]/);
  const authority = end === -1 ? href.slice(start) : href.slice(start, start + end);
  return authority.replace(/:\d+$/, '');
}

/**
 * IPv6 hosts that embed an IPv4 address: mapped (RFC 4291), NAT64 (RFC 6052) and 6to4 (RFC 3056). A whole 6to4 network
 * belongs to its IPv4 address.
 */
const EMBEDS_IPV4 = /^\[(?:(?:::ffff:|64:ff9b::)(?=[^:]+:[^:]+$)|2002:)([^:]+):([^:\]]+)/;

/**
 * Whether a host, an IPv4 address that it embeds or a domain above it is denied.
 * @param host in the form of `URL.hostname`
 */
export function deniesHost({ hosts }: Denylist, host: string): boolean {
  const embedded = EMBEDS_IPV4.exec(host)?.slice(1);
  if (embedded && hosts.has(formatIpv4(...embedded))) return true;
  for (let rest = host.replace(/\.$/, ''); ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (hosts.has(rest)) return true;
    if (!rest.includes('.')) return false;
  }
}

/** The IPv4 address in two groups of an IPv6 address, as four decimal numbers. */
export const formatIpv4 = (...groups: readonly string[]): string =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
