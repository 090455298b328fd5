/** The rules for destinations (specification 6.2). */
import { type IPv4, IPv6, parse } from 'ipaddr.js';
import { MAX_URL_LENGTH } from '#domain/link';

/** What a deployment adds to the rules: its own origins, and whether it allows private addresses. */
export type DestinationRules = { readonly ownOrigins: readonly string[]; readonly allowPrivate: boolean };

type TextRule = { readonly reason: string; readonly refuses: (text: string) => boolean };
type PlaceRule = { readonly reason: string; readonly refuses: (place: Place, rules: DestinationRules) => boolean };

/** The parts of a parsed address that the rules check. */
type Place = {
  /** Without IPv6 brackets and without the dot of the DNS root. */
  readonly host: string;
  readonly isAddress: boolean;
  /** Empty for the default port of the scheme. */
  readonly port: string;
  /** The characters of the whole parsed address, which is the `Location` of a redirect. */
  readonly length: number;
};

const authorityOf = (text: string): string => /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';

/** The rules before parsing: `new URL` repairs what must be refused. It drops tabs and takes `http:x` for `http://x`. */
const TEXT_RULES: readonly TextRule[] = [
  { reason: 'it is longer than any browser shows', refuses: (text) => text.length > MAX_URL_LENGTH },
  {
    reason: 'only http and https lead somewhere, and only with // and a host',
    refuses: (text) => authorityOf(text) === '',
  },
  // \p{Z} holds invisible characters, and bidirectional controls reverse what is shown: both disguise an address.
  {
    reason: 'it holds spaces or control characters',
    refuses: (text) => /[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text),
  },
  { reason: 'it is not well-formed Unicode', refuses: (text) => !text.isWellFormed() },
  { reason: 'user information disguises the host', refuses: (text) => authorityOf(text).includes('@') },
  { reason: 'a backslash before the path disguises the host', refuses: (text) => authorityOf(text).includes('\\') },
];

/**
 * The rules after parsing. The parser has lower-cased the host, encoded its IDN labels in punycode, and written every
 * spelling of an IPv4 address as four decimals.
 */
const PLACE_RULES: readonly PlaceRule[] = [
  { reason: 'many clients cannot follow a Location that long', refuses: ({ length }) => length > MAX_URL_LENGTH },
  { reason: 'its host has an empty label', refuses: (place) => labelsOf(place).includes('') },
  {
    reason: 'its host is no name of the public DNS',
    refuses: (place) => !place.isAddress && !place.host.includes('.'),
  },
  {
    reason: 'its host is longer than DNS allows',
    refuses: (place) => place.host.length > 253 || labelsOf(place).some((label) => label.length > 63),
  },
  { reason: 'nothing listens on port 0', refuses: ({ port }) => port === '0' },
  {
    reason: 'it leads back to this service',
    refuses: (place, rules) => rules.ownOrigins.some((own) => isOwn(place, placeOf(new URL(own)))),
  },
  {
    reason: 'its name is for private networks',
    refuses: ({ host }, rules) => !rules.allowPrivate && /\.(localhost|local|internal)$/.test(host),
  },
  {
    reason: 'its address is private',
    refuses: ({ host, isAddress }, rules) => !rules.allowPrivate && isAddress && isPrivate(host),
  },
];

/** Whether a trimmed text is an address that a link may lead to. */
export function isDestination(text: string, rules: DestinationRules): boolean {
  if (TEXT_RULES.some((rule) => rule.refuses(text))) return false;
  const url = URL.parse(text);
  if (url === null) return false;
  const place = placeOf(url);
  return !PLACE_RULES.some((rule) => rule.refuses(place, rules));
}

/**
 * The parser writes an IPv6 address in brackets and an IPv4 address as four decimals. No other host has either form
 * (url.spec.whatwg.org, "host parsing").
 */
const placeOf = ({ hostname, port, href }: URL): Place => ({
  host: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
  isAddress: /^\[|^\d+\.\d+\.\d+\.\d+$/.test(hostname),
  port,
  length: href.length,
});

const labelsOf = ({ host, isAddress }: Place): string[] => (isAddress ? [host] : host.split('.'));

/** Whether a place is on an own origin. An origin with a port means that port only; without one, every port. */
const isOwn = (place: Place, own: Place): boolean =>
  place.host === own.host && (own.port === '' || own.port === place.port);

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

/** The addresses of metadata services that are in no private range: Azure and Oracle Cloud. */
const METADATA = new Set(['168.63.129.16', '192.0.0.192']);

function isPrivate(host: string): boolean {
  const address = parse(host);
  if (METADATA.has(address.toString())) return true;
  if (PRIVATE_RANGES.has(address.range())) return true;
  return address instanceof IPv6 && embeddedIn(address).some((inner) => PRIVATE_RANGES.has(inner.range()));
}

/**
 * The IPv4 addresses that an IPv6 address may embed. A mapped, translated or compatible address has it at the end; a 6to4
 * address has it behind the prefix.
 */
function embeddedIn({ parts }: IPv6): IPv4[] {
  const ipv4 = (high = 0, low = 0) => parse([high >> 8, high & 255, low >> 8, low & 255].join('.')) as IPv4;
  const [first, second, third] = parts;
  if (first === 0x2002) return [ipv4(second, third)];
  const isTranslated = (first === 0x64 && second === 0xff9b) || parts.slice(0, 4).every((part) => part === 0);
  return isTranslated ? [ipv4(parts[6], parts[7])] : [];
}
