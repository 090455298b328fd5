/** Networks of client addresses, for limits. No address is ever stored in the clear. */
import { hashText } from './digest';

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address (one household or server). All
 * texts that are not an address have the network ''.
 */
export function toNetwork(address: string): string {
  const groups = parseGroups(address);
  const octets = groups === null ? parseOctets(address) : findEmbeddedOctets(groups);
  if (octets !== null) return octets.join('.');
  return groups === null ? '' : `${groups.slice(0, 4).map(hexadecimal).join(':')}::/64`;
}

const hexadecimal = (group: number): string => group.toString(16);

/** The four numbers of an IPv4 address; null for any other text. */
function parseOctets(address: string): number[] | null {
  const octets = IPV4.test(address) ? address.split('.').map(Number) : [];
  return octets.length === 4 && octets.every((octet) => octet < 256) ? octets : null;
}

/**
 * The wide network, which many clients share: the /24 of an IPv4 address, the /48 of an IPv6 address. A site gets a /48
 * (RFC 6177), and tunnel brokers give one to anybody.
 */
export function toWideNetwork(address: string): string {
  const network = toNetwork(address);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network && `${network.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The network and the wide network of a client; both '' for a text that is no address. */
export type Networks = { readonly network: string; readonly wideNetwork: string };

export const toNetworks = (address: string): Networks => ({
  network: toNetwork(address),
  wideNetwork: toWideNetwork(address),
});

/**
 * The IPv4 address that an IPv6 address embeds; null where it embeds none. A tunnel gives the owner of one IPv4 address
 * any number of /64s: 6to4 a whole /48 (RFC 3056, section 2), Teredo one per server (RFC 4380, section 4).
 */
function findEmbeddedOctets(groups: readonly number[]): number[] | null {
  const head = groups.slice(0, 6).join();
  const [first, second] = groups;
  const octets = (from: number, mask = 0) =>
    groups.slice(from, from + 2).flatMap((group) => [(group ^ mask) >> 8, (group ^ mask) & 255]);
  // ::ffff:a.b.c.d (RFC 4291, section 2.5.5.2), and NAT64 (RFC 6052, section 2.1).
  if (head === '0,0,0,0,0,65535' || head === '100,65435,0,0,0,0') return octets(6);
  if (first === 0x2002) return octets(1);
  return first === 0x2001 && second === 0 ? octets(6, 0xffff) : null;
}

/** The eight numbers of an IPv6 address; null for any other text. The platform's URL parser expands the spelling. */
function parseGroups(address: string): number[] | null {
  const url = `http://[${address}]/`;
  if (!address.includes(':') || !URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const numbers = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/**
 * A digest of a client's network for one purpose. Without the pepper nobody can try addresses against it. Digests for
 * two purposes never match.
 * @param network `toNetwork` or `toWideNetwork`
 */
export const digestAddress = (
  address: string,
  purpose: string,
  pepper: string,
  network: typeof toNetwork = toNetwork,
): Promise<string> => hashText(`${pepper}\n${purpose}\n${network(address)}`);
