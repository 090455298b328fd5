/** Client addresses, as limits see them. */
import ipaddr from 'ipaddr.js';

/** One household or server is one client: an IPv4 address, or the /64 an IPv6 address stands in. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}
