/** Client addresses, as limits see them. No address is ever stored as itself. */
import { digestOf } from './digest';

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The network that counts as one client: an IPv4 address, or the /64 an IPv6 address stands in (one household or server).
 * Whatever is no address is one network, the empty one.
 */
export function networkOf(address: string): string {
  if (IPV4.test(address)) return address;
  const groups = groupsOf(address);
  if (groups === null) return '';
  // ::ffff:a.b.c.d is that IPv4 address (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
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
 */
export const addressDigest = (address: string, purpose: string, pepper: string): Promise<string> =>
  digestOf(`${pepper}\n${purpose}\n${networkOf(address)}`);
