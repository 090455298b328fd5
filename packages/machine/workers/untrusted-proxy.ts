/**
 * Finds a proxy that TRUST_PROXY does not name. Its requests count as plain http, so every short link redirects to the
 * address that the visitor has asked for, and the API refuses every call.
 */
import ipaddr from 'ipaddr.js';

/** The networks in which proxies are (RFC 1918, 3927, 4193, 4291, 6598), each after its name in TRUST_PROXY. */
const NETWORKS = [
  ['loopback', '127.0.0.0/8'],
  ['loopback', '::1/128'],
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'].map(
    (text) => [text, text] as const,
  ),
].map(([name = '', text = '']) => ({ name, network: ipaddr.parseCIDR(text) }));

/** The network of a private or loopback address, as TRUST_PROXY names it; undefined for any other address. */
export const privateNetworkOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined =>
  NETWORKS.find(({ network: [one, bits] }) => one.kind() === address.kind() && address.match(one, bits))?.name;

const START = 'TRUST_PROXY does not name a proxy';

/** The line for the operator. It names a network, because no log line holds an address (specification 17.2). */
export const untrustedProxyLine = (network: string): string =>
  `${START} that sends X-Forwarded-Proto: https. Its requests count as plain http, so links redirect to themselves: add ${network} to TRUST_PROXY.`;

export const isUntrustedProxyLine = (line: string): boolean => line.startsWith(START);

const HOUR_MS = 3_600_000;

/** Returns a function that is true at its first call, and then once an hour; also after the clock has gone back. */
export function hourly(): (nowMs: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (Math.abs(nowMs - last) < HOUR_MS) return false;
    last = nowMs;
    return true;
  };
}
