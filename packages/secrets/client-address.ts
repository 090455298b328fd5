/** Client addresses, as limits see them. No address is ever stored as itself. */
import { digestOf } from './digest';

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The network that counts as one client: an IPv4 address, or the /64 an IPv6 address stands in (one household or server).
 * Whatever is no address is one network, the empty one.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  const octets = groups === null ? octetsOf(address) : carriedOctets(groups);
  if (octets !== null) return octets.join('.');
  return groups === null ? '' : `${groups.slice(0, 4).map(hexadecimal).join(':')}::/64`;
}

const hexadecimal = (group: number): string => group.toString(16);

/** The four numbers of an IPv4 address; null for a text that is none. */
function octetsOf(address: string): number[] | null {
  const octets = IPV4.test(address) ? address.split('.').map(Number) : [];
  return octets.length === 4 && octets.every((octet) => octet < 256) ? octets : null;
}

/**
 * The network that many clients share: the /24 an IPv4 address stands in, the /48 an IPv6 address stands in. A /48 is
 * what one site is given (RFC 6177), and what tunnel brokers give away.
 */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network && `${network.split('.').slice(0, 3).join('.')}.0/24`;
}

/**
 * The IPv4 address that an IPv6 address only carries; null for one of its own. Tunnels give whoever has one IPv4 address
 * as many /64s as he likes: 6to4 a whole /48 (RFC 3056, section 2), Teredo one by each server (RFC 4380, section 4).
 */
function carriedOctets(groups: readonly number[]): number[] | null {
  const head = groups.slice(0, 6).join();
  const [first, second] = groups;
  const octets = (from: number, mask = 0) =>
    groups.slice(from, from + 2).flatMap((group) => [(group ^ mask) >> 8, (group ^ mask) & 255]);
  // ::ffff:a.b.c.d (RFC 4291, section 2.5.5.2), and NAT64 (RFC 6052, section 2.1).
  if (head === '0,0,0,0,0,65535' || head === '100,65435,0,0,0,0') return octets(6);
  if (first === 0x2002) return octets(1);
  return first === 0x2001 && second === 0 ? octets(6, 0xffff) : null;
}

/** The eight numbers of an IPv6 address; null for a text that is none. The platform's URL parser does the spelling. */
function groupsOf(address: string): number[] | null {
  const url = `http://[${address}]/`;
  if (!address.includes(':') || !URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const numbers = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/**
 * A client's network as one text for one purpose: without the pepper nobody can try addresses against it, and what is
 * stored for one purpose matches nothing stored for another.
 * @param network what counts as one client: `networkOf`, or `wideNetworkOf`
 */
export const addressDigest = (
  address: string,
  purpose: string,
  pepper: string,
  network: typeof networkOf = networkOf,
): Promise<string> => digestOf(`${pepper}\n${purpose}\n${network(address)}`);
