/** The rules for destinations (specification 6.2). */
import { type IPv4, IPv6, parse } from 'ipaddr.js';
import { isDecodableHost } from '#api/http/fields';
import { MAX_URL_LENGTH } from '#domain/link';

/**
 * The deployment's part of the rules: its own origins, as `URL` spells an origin, and whether it allows private
 * addresses.
 */
export type DestinationRules = { readonly ownOrigins: readonly string[]; readonly allowPrivate: boolean };

type TextRule = { readonly reason: string; readonly refuses: (text: string) => boolean };
type UrlRule = { readonly reason: string; readonly refuses: (parts: UrlParts, rules: DestinationRules) => boolean };

/** The parts of a parsed URL that the rules check. */
type UrlParts = {
  /** The host without IPv6 brackets, and without the dot of the DNS root. */
  readonly host: string;
  readonly isIpAddress: boolean;
  /** The port; empty for the default port of the scheme. */
  readonly port: string;
  /** The length of the whole parsed URL, which is the `Location` of a redirect. */
  readonly length: number;
};

const readAuthority = (text: string): string => /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';

/**
 * The rules before parsing. `new URL` repairs faults that must be refused: it drops tabs, and reads `http:x` as
 * `http://x`.
 */
const TEXT_RULES: readonly TextRule[] = [
  { reason: 'it is longer than any browser shows', refuses: (text) => text.length > MAX_URL_LENGTH },
  {
    reason: 'only http and https lead somewhere, and only with // and a host',
    refuses: (text) => readAuthority(text) === '',
  },
  // Both disguise an address: the invisible characters of \p{Z}, and bidirectional controls, which reverse the text.
  {
    reason: 'it holds spaces or control characters',
    refuses: (text) => /[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text),
  },
  { reason: 'it is not well-formed Unicode', refuses: (text) => !text.isWellFormed() },
  { reason: 'user information disguises the host', refuses: (text) => readAuthority(text).includes('@') },
  { reason: 'a backslash before the path disguises the host', refuses: (text) => readAuthority(text).includes('\\') },
];

/**
 * The rules after parsing. The parser has lower-cased the host, encoded its IDN labels in punycode, and written every
 * spelling of an IPv4 address as four decimals.
 */
const URL_RULES: readonly UrlRule[] = [
  { reason: 'many clients cannot follow a Location that long', refuses: ({ length }) => length > MAX_URL_LENGTH },
  { reason: 'its host has an empty label', refuses: (parts) => splitLabels(parts).includes('') },
  {
    reason: 'its host is no name of the public DNS',
    refuses: (parts) => !parts.isIpAddress && !parts.host.includes('.'),
  },
  {
    reason: 'its host is longer than DNS allows',
    refuses: (parts) => parts.host.length > 253 || splitLabels(parts).some((label) => label.length > 63),
  },
  { reason: 'no browser can decode its host', refuses: ({ host }) => !isDecodableHost(host) },
  { reason: 'nothing listens on port 0', refuses: ({ port }) => port === '0' },
  {
    reason: 'it leads back to this service',
    // Most destinations are not on an own host: then no origin is parsed.
    refuses: (parts, rules) =>
      rules.ownOrigins.some((own) => own.includes(parts.host) && isOwn(parts, splitUrl(new URL(own)))),
  },
  {
    reason: 'its name is for private networks',
    refuses: ({ host }, rules) => !rules.allowPrivate && /\.(localhost|local|internal)$/.test(host),
  },
  {
    reason: 'its address is private',
    refuses: ({ host, isIpAddress }, rules) => !rules.allowPrivate && isIpAddress && isPrivate(host),
  },
];

/**
 * Why a trimmed text cannot be the destination of a link; null if it can. An address of the service itself has its own
 * reason.
 */
export function destinationFault(text: string, rules: DestinationRules): 'URL_INVALID' | 'URL_OWN' | null {
  if (isDestination(text, rules)) return null;
  const url = TEXT_RULES.some((rule) => rule.refuses(text)) ? null : URL.parse(text);
  const isOwnUrl = url !== null && rules.ownOrigins.some((own) => isOwn(splitUrl(url), splitUrl(new URL(own))));
  return isOwnUrl ? 'URL_OWN' : 'URL_INVALID';
}

/** Whether a trimmed text may be the destination of a link. */
export function isDestination(text: string, rules: DestinationRules): boolean {
  if (TEXT_RULES.some((rule) => rule.refuses(text))) return false;
  const url = URL.parse(text);
  if (url === null) return false;
  const parts = splitUrl(url);
  return !URL_RULES.some((rule) => rule.refuses(parts, rules));
}

/**
 * The parser writes an IPv6 address in brackets and an IPv4 address as four decimals. No other host has either form
 * (url.spec.whatwg.org, "host parsing").
 */
const splitUrl = ({ hostname, port, href }: URL): UrlParts => ({
  host: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
  isIpAddress: /^\[|^\d+\.\d+\.\d+\.\d+$/.test(hostname),
  port,
  length: href.length,
});

const splitLabels = ({ host, isIpAddress }: UrlParts): string[] => (isIpAddress ? [host] : host.split('.'));

/** Whether a URL is on an own origin. An own origin without a port stands for all ports of its host. */
const isOwn = (parts: UrlParts, own: UrlParts): boolean =>
  parts.host === own.host && (own.port === '' || own.port === parts.port);

const PRIVATE_RANGES = new Set([
  'unspecified',
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'broadcast',
  'multicast',
]);

/** The addresses of the metadata services of Azure and Oracle Cloud, which no private range contains. */
const METADATA = new Set(['168.63.129.16', '192.0.0.192']);

function isPrivate(host: string): boolean {
  const address = parse(host);
  if (METADATA.has(address.toString())) return true;
  if (PRIVATE_RANGES.has(address.range())) return true;
  return address instanceof IPv6 && embeddedIn(address).some((inner) => PRIVATE_RANGES.has(inner.range()));
}

/**
 * Returns the IPv4 address that an IPv6 address may embed. A mapped, translated or compatible address has it at the
 * end, and a 6to4 address after the prefix.
 */
function embeddedIn({ parts }: IPv6): IPv4[] {
  const ipv4 = (high = 0, low = 0) => parse([high >> 8, high & 255, low >> 8, low & 255].join('.')) as IPv4;
  const [first, second, third] = parts;
  if (first === 0x2002) return [ipv4(second, third)];
  const isTranslated = (first === 0x64 && second === 0xff9b) || parts.slice(0, 4).every((part) => part === 0);
  return isTranslated ? [ipv4(parts[6], parts[7])] : [];
}
