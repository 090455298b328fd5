import { ipv4OfGroups } from './ipv4';

const NUMBER = /^(?:0x[0-9a-f]+|[0-9]+)$/i;
const OCTAL = /^[0-7]+$/;
const LARGEST = 0xff_ff_ff_ff;

/** IPv6 forms that embed an IPv4 address in their last two groups: mapped (RFC 4291) and NAT64 (RFC 6052). */
const EMBEDS_IPV4 = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/** A host in canonical form. `isAddress` is true for an IP address, which has no suffixes to look up. */
type CanonicalHost = { host: string; isAddress: boolean };

/**
 * The host of a URL in canonical form: lower case, without user information and port, without leading, trailing and
 * doubled dots. An IPv4 address becomes four decimal numbers. Null where no host is left.
 * Source: developers.google.com/safe-browsing, "URLs and Hashing", on host names.
 */
export function canonicalHost(authority: string): CanonicalHost | null {
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  if (hostAndPort.startsWith('[')) return canonicalBracketedHost(hostAndPort);
  const [name, port] = splitAtFirst(hostAndPort, ':');
  if (/[^0-9]/.test(port)) return null;
  const host = asciiLowerCase(name.split('.').filter(Boolean).join('.'));
  if (host === '') return null;
  const address = dottedIpv4(host);
  return address ? { host: address, isAddress: true } : { host, isAddress: false };
}

/**
 * An IPv4 address as four decimal numbers; null for any other host. A part may be decimal, octal or hexadecimal, and
 * there may be fewer than four parts, as resolvers accept. Of a part that is too large only the low bytes count, as
 * published.
 */
export function dottedIpv4(host: string): string | null {
  const parts = host.split('.', 5);
  if (parts.length > 4) return null;
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    const value = numberOf(part);
    if (value === null) return null;
    const width = index === parts.length - 1 ? 5 - parts.length : 1;
    for (let byte = width - 1; byte >= 0; byte--) bytes.push(Math.floor(value / 256 ** byte) % 256);
  }
  return bytes.join('.');
}

function numberOf(part: string): number | null {
  if (!NUMBER.test(part)) return null;
  const isOctal = /^0[0-9]/.test(part);
  if (isOctal && !OCTAL.test(part)) return null;
  const value = isOctal ? Number.parseInt(part, 8) : Number(part);
  return value <= LARGEST ? value : null;
}

/**
 * The canonical form of a host in brackets, which the caller's `new URL` has compressed. A host that embeds an IPv4
 * address becomes that address (Safe Browsing v5).
 */
function canonicalBracketedHost(hostAndPort: string): CanonicalHost | null {
  const close = hostAndPort.indexOf(']');
  if (close < 2 || !/^(?::[0-9]*)?$/.test(hostAndPort.slice(close + 1))) return null;
  const host = asciiLowerCase(hostAndPort.slice(0, close + 1));
  const embedded = EMBEDS_IPV4.exec(host)?.slice(1);
  return { host: embedded ? ipv4OfGroups(...embedded) : host, isAddress: true };
}

/** Makes ASCII letters lower case. A byte above 0x7f is no letter here, although it is one in Latin-1. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Splits a text at its first `mark`, and leaves that mark out. Without a mark the second part is ''. */
export function splitAtFirst(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
