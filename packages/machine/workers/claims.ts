/**
 * The client address and the scheme of a request, from its connection and from the headers of trusted proxies. Requests
 * of an untrusted proxy count as plain http: every short link then redirects to itself, and the API refuses every call.
 * So the log names the network of such a proxy.
 */
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The configuration of a door, as the machine passes them. */
export type DoorText = {
  /** Host names of its worker, in the normal form of URLs. */
  readonly hosts: readonly string[];
  /** Host names of the other worker, if both share one port. */
  readonly otherHosts: readonly string[];
  /**
   * The paths of health and readiness, and the worker of each. They respond to any address in the Host header: a probe
   * knows no host name (kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes).
   */
  readonly probes: Readonly<Record<string, 'own' | 'other'>>;
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trusted: readonly string[];
  /** Whether the door passes X-Forwarded-Proto of any peer to the worker (FORWARDED_PROTO=trust). */
  readonly trustsProto: boolean;
  /** Whether the door logs a line per request (LOG_REQUESTS). */
  readonly logsRequests: boolean;
  /** The name of its worker in these lines, as in the metrics. */
  readonly worker: 'api' | 'redirect';
};

type Door = {
  readonly hosts: ReadonlySet<string>;
  readonly otherHosts: ReadonlySet<string>;
  readonly trusted: readonly Network[];
} & Pick<DoorText, 'probes' | 'trustsProto' | 'logsRequests' | 'worker'>;

/** Parses the configuration of a door. @param text a DoorText as JSON */
export function readDoor(text: string): Door {
  const { hosts, otherHosts, trusted, ...rest } = JSON.parse(text) as DoorText;
  const networks = trusted.map((one) => ipaddr.parseCIDR(one));
  return { hosts: new Set(hosts), otherHosts: new Set(otherHosts), trusted: networks, ...rest };
}

export type Claims = {
  /** The address of the client. */
  readonly address: string;
  readonly isHttps: boolean;
  /** Whether the peer is a trusted proxy. */
  readonly isTrusted: boolean;
  /** Whether the address of the peer is a loopback address. */
  readonly isLocal: boolean;
  /** The private network of an untrusted peer that claims that its client came over https. */
  readonly untrustedNetwork?: string | undefined;
};

/**
 * Parses an address, with or without port and brackets. An IPv4-mapped address becomes IPv4.
 * @returns undefined for other text
 */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  return ipaddr.process(bare);
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/**
 * Finds the client of a request. It reads X-Forwarded-For from the right to the first address of no trusted proxy
 * (adam-p.ca/blog/2022/03/x-forwarded-for), because the client itself may have sent everything before it.
 * @returns undefined if a trusted proxy names something that is not an address
 */
export function readClaims(request: Request, { trusted }: Door): Claims | undefined {
  const peer = parse((request.cf as { clientIp?: string } | undefined)?.clientIp ?? '');
  if (peer === undefined) return undefined;
  const isLocal = peer.range() === 'loopback';
  const isHttps = /^https(\s*,\s*https)*$/i.test(request.headers.get('X-Forwarded-Proto')?.trim() ?? '');
  if (!isIn(peer, trusted)) {
    const untrustedNetwork = isHttps ? findPrivateNetwork(peer) : undefined;
    return { address: peer.toString(), isHttps: false, isTrusted: false, isLocal, untrustedNetwork };
  }
  let client = peer;
  for (const name of (request.headers.get('X-Forwarded-For') ?? '').split(',').reverse()) {
    if (!isIn(client, trusted) || name.trim() === '') break;
    const next = parse(name.trim());
    if (next === undefined) return undefined;
    client = next;
  }
  return { address: client.toString(), isHttps, isTrusted: true, isLocal };
}

/** The private networks (RFC 1918, 3927, 4193, 4291, 6598), each after its name in TRUST_PROXY. */
const NETWORKS = [
  ['loopback', '127.0.0.0/8'],
  ['loopback', '::1/128'],
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'].map(
    (text) => [text, text] as const,
  ),
].map(([name = '', text = '']) => ({ name, network: ipaddr.parseCIDR(text) }));

/** The network of a private or loopback address, as TRUST_PROXY names it; undefined for any other address. */
export const findPrivateNetwork = (address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined =>
  NETWORKS.find(({ network: [one, bits] }) => one.kind() === address.kind() && address.match(one, bits))?.name;

const START = 'TRUST_PROXY does not name a proxy';

/** The line for the operator. It names a network, because no log line holds an address (specification 17.2). */
export const untrustedProxyLine = (network: string): string =>
  `${START} that sends X-Forwarded-Proto: https. Its requests count as plain http, so links redirect to themselves: add ${network} to TRUST_PROXY.`;

export const isUntrustedProxyLine = (line: string): boolean => line.startsWith(START);

const HOUR_MS = 3_600_000;

/** Returns a function that is true at its first call, and then once an hour. The clock may go back. */
export function hourly(): (nowMs: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (Math.abs(nowMs - last) < HOUR_MS) return false;
    last = nowMs;
    return true;
  };
}
