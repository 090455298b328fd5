/**
 * A click: its traits, the profile that follows from them, and its place. Every value of a profile is harmless on a
 * page, in a spreadsheet and in a log, even if the visitor sent hostile headers.
 */
import UAParser from 'my-ua-parser';
import { knownCountry } from '#domain/countries';
import { OTHER, type Profile } from '#domain/daily-counts';
import { makeBoundedCache } from '#store/isolate';

/** The value of a property that the request does not reveal. */
const UNKNOWN = 'Unknown';
/** The referrer of a visit without a Referer header, such as one from a bookmark, an app or a typed address. */
const DIRECT = 'Direct';

export const makeProfile = ([userAgent, referrer, languages, host, country, city]: Readonly<Traits>): Profile => ({
  ...readAgent(userAgent),
  country: parseCountry(country),
  city: parseCity(city, country),
  referrer: parseReferrer(referrer, host),
  language: parseLanguage(languages),
});

type Agent = { readonly browser: string; readonly os: string; readonly device: string };

/**
 * How many parsed user agents an isolate caches. Parsing one takes as long as the rest of a visit, and most visits have
 * one of a few.
 */
const MAX_AGENTS = 2_000;
const agents = makeBoundedCache<Agent>(MAX_AGENTS);

function readAgent(userAgent: string): Agent {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const agent = parseAgent(userAgent);
  agents.set(userAgent, agent);
  return agent;
}

function parseAgent(userAgent: string): Agent {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  return {
    browser: toSafeName(browser.name),
    os: toSafeName(os.name),
    // The library names no type for desktops, so a known system without a type counts as a desktop.
    device:
      device.type === undefined ? (os.name === undefined ? UNKNOWN : 'Desktop') : toSafeName(capitalise(device.type)),
  };
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns a name of the library, or OTHER for a text that comes from the visitor. The library's own names consist of
 * letters, digits, spaces and a few other characters.
 */
const toSafeName = (text: string | undefined): string =>
  text === undefined || text === '' ? UNKNOWN : /^[A-Za-z0-9][\w .+/()-]*$/.test(text) ? text : OTHER;

const parseCountry = (country: string): string => knownCountry(country) ?? UNKNOWN;

/** Returns the city with its country, because cities in several countries may share a name. */
function parseCity(city: string, country: string): string {
  if (!/^\p{L}[\p{L}\p{M} .,'’()-]*$/u.test(city)) return UNKNOWN;
  return `${city}, ${parseCountry(country)}`;
}

/**
 * Returns the host of the referring page. A page of the short host, such as the password page, counts as no referrer.
 */
function parseReferrer(referrer: string, ownHost: string): string {
  if (referrer === '') return DIRECT;
  const host = URL.parse(referrer)?.hostname.toLowerCase() ?? '';
  if (host === URL.parse(`http://${ownHost}/`)?.hostname) return DIRECT;
  return /^[a-z0-9][a-z0-9.-]*$/.test(host) ? host : OTHER;
}

/** Returns the first language of Accept-Language, without its region (RFC 5646). */
function parseLanguage(languages: string): string {
  const [, language] = /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages) ?? [];
  return language?.toLowerCase() ?? UNKNOWN;
}

/**
 * A buffered click, or a buffered visit of a robot. Its texts are truncated (truncate of request.ts) and not parsed
 * yet.
 */
export type Click = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly linkId: string;
  readonly code: string;
  /** The query of the URL, including the question mark. */
  readonly query: string;
  /** The client's IP address; empty if the platform names none. */
  readonly address: string;
  /** Whether the visitor asked not to be tracked, by `DNT: 1` or `Sec-GPC: 1`. */
  readonly isPrivate: boolean;
  /** Traits, joined. The clicks of a buffer with equal traits share one string. */
  traits: string;
};

type Texts = [userAgent: string, referrer: string, languages: string, host: string];

/**
 * What a click shows of its visitor besides the address. Most clicks of a second share it with others. The host is that
 * in the URL of the visit, with its port. Country and city are those in `request.cf`, unchecked.
 */
export type Traits = [...Texts, country: string, city: string];

/** Joins traits to one text. No header contains a line break, and a missing place becomes an empty text. */
export const joinTraits = (traits: readonly [...Texts, country: unknown, city: unknown]): string => traits.join('\n');

export const splitTraits = (text: string): Traits => text.split('\n') as Traits;

/**
 * A service that finds places by address. It takes a POST with a JSON list of addresses, and returns a JSON object with
 * a place per address. It leaves out addresses that it does not know.
 */
export type Places = { fetch(url: string, init: RequestInit): Promise<Response> };
type Place = { readonly country?: string; readonly city?: string };

const LIMIT_MS = 1_000;

/**
 * Returns the clicks with the places that the service names, where the platform names none. Private clicks get none,
 * and no click gets one if the service fails.
 */
export async function withPlaces(clicks: readonly Click[], places: Places): Promise<readonly Click[]> {
  const addresses = new Set(clicks.filter(({ isPrivate }) => !isPrivate).map(({ address }) => address));
  if (addresses.size === 0) return clicks;
  try {
    const response = await places.fetch('http://places/', {
      method: 'POST',
      body: JSON.stringify([...addresses]),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const known = await response.json<Record<string, Place>>();
    return clicks.map((click) => withPlace(click, known[click.address]));
  } catch {
    return clicks; // a click without a place still counts
  }
}

function withPlace(click: Click, place: Place | undefined): Click {
  if (place === undefined || click.isPrivate) return click;
  const [userAgent, referrer, languages, host] = splitTraits(click.traits);
  return { ...click, traits: joinTraits([userAgent, referrer, languages, host, place.country, place.city]) };
}
