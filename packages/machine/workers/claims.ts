/** Who asks, and over what: what the connection says, and what trusted proxies have added to it. */
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** What a door goes by, as the machine tells it. */
export type DoorText = {
  /** Host names it answers for, as URLs write them. */
  readonly hosts: readonly string[];
  /** Host names of the other worker, where both are behind one port. */
  readonly otherHosts: readonly string[];
  /** Networks whose X-Forwarded-For and X-Forwarded-Proto count. */
  readonly trusted: readonly string[];
  /** Whether the worker itself judges X-Forwarded-Proto, whoever sent it. */
  readonly believesProto: boolean;
  /** What is logged of a request: nothing, or a line, with or without the first two segments of its path. */
  readonly logsRequests: 'none' | 'lines' | 'routes';
};

export type Door = {
  readonly hosts: ReadonlySet<string>;
  readonly otherHosts: ReadonlySet<string>;
  readonly trusted: readonly Network[];
} & Pick<DoorText, 'believesProto' | 'logsRequests'>;

/** @param text JSON of a DoorText, as the machine has made it */
export function readDoor(text: string): Door {
  const { hosts, otherHosts, trusted, ...rest } = JSON.parse(text) as DoorText;
  const networks = trusted.map((one) => ipaddr.parseCIDR(one));
  return { hosts: new Set(hosts), otherHosts: new Set(otherHosts), trusted: networks, ...rest };
}

export type Claims = {
  /** Of the client. */
  readonly address: string;
  readonly isHttps: boolean;
  /** Whether the peer is a proxy of ours. */
  readonly isTrusted: boolean;
  /** Whether the peer is this machine. */
  readonly isLocal: boolean;
};

/** An address without port and brackets; IPv4 in IPv6 as IPv4. undefined: none. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  return ipaddr.process(bare);
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/**
 * What to believe of a request. X-Forwarded-For is read from the right to the first address that is no proxy of ours
 * (adam-p.ca/blog/2022/03/x-forwarded-for): all that stands before it is the client's own word.
 * @returns undefined where a trusted proxy names something that is no address
 */
export function readClaims(request: Request, { trusted }: Door): Claims | undefined {
  const peer = parse((request.cf as { clientIp?: string } | undefined)?.clientIp ?? '');
  if (peer === undefined) return undefined;
  const isLocal = peer.range() === 'loopback';
  if (!isIn(peer, trusted)) return { address: peer.toString(), isHttps: false, isTrusted: false, isLocal };
  const isHttps = /^https(\s*,\s*https)*$/i.test(request.headers.get('X-Forwarded-Proto')?.trim() ?? '');
  let client = peer;
  for (const name of (request.headers.get('X-Forwarded-For') ?? '').split(',').reverse()) {
    if (!isIn(client, trusted) || name.trim() === '') break;
    const next = parse(name.trim());
    if (next === undefined) return undefined;
    client = next;
  }
  return { address: client.toString(), isHttps, isTrusted: true, isLocal };
}
