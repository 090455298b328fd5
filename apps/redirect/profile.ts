/**
 * Derives the profile of a click from its traits. Every value is harmless on a page, in a spreadsheet and in a log, even if the visitor
 * sent hostile headers.
 */
import UAParser from 'my-ua-parser';
import { OTHER, type Profile } from '#domain/daily-counts';
import { boundedCache } from '#store/bounded-cache';
import type { Traits } from './click';

/** The value of a property that the request does not reveal. */
const UNKNOWN = 'Unknown';
/** The referrer of a visit without a Referer header, such as one from a bookmark, an app or a typed address. */
const DIRECT = 'Direct';

export const profileOf = ([userAgent, referrer, languages, host, country, city]: Readonly<Traits>): Profile => ({
  ...agentOf(userAgent),
  country: countryOf(country),
  city: cityOf(city, country),
  referrer: referrerOf(referrer, host),
  language: languageOf(languages),
});

type Agent = { readonly browser: string; readonly os: string; readonly device: string };

/**
 * How many parsed user agents an isolate caches. Parsing one takes as long as the rest of a visit, and most visits have
 * one of a few.
 */
const MAX_AGENTS = 2_000;
const agents = boundedCache<Agent>(MAX_AGENTS);

function agentOf(userAgent: string): Agent {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const agent = parseAgent(userAgent);
  agents.set(userAgent, agent);
  return agent;
}

function parseAgent(userAgent: string): Agent {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  return {
    browser: safeName(browser.name),
    os: safeName(os.name),
    // The library names no type for desktops, so a known system without a type counts as a desktop.
    device:
      device.type === undefined ? (os.name === undefined ? UNKNOWN : 'Desktop') : safeName(capitalised(device.type)),
  };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns a name of the library, or OTHER for a text that comes from the visitor. The library's own names consist of
 * letters, digits, spaces and a few other characters.
 */
const safeName = (text: string | undefined): string =>
  text === undefined || text === '' ? UNKNOWN : /^[A-Za-z0-9][\w .+/()-]*$/.test(text) ? text : OTHER;

/**
 * Returns an ISO 3166-1 code, or T1, which the platform sets for Tor. The platform's XX means that it knows no country
 * (developers.cloudflare.com/workers/runtime-apis/request/).
 */
const countryOf = (country: string): string =>
  /^[A-Z][A-Z0-9]$/.test(country) && country !== 'XX' ? country : UNKNOWN;

/** Returns the city with its country, because cities in several countries may share a name. */
function cityOf(city: string, country: string): string {
  if (!/^\p{L}[\p{L}\p{M} .,'’()-]*$/u.test(city)) return UNKNOWN;
  return `${city}, ${countryOf(country)}`;
}

/**
 * Returns the host of the referring page. A page of the short host, such as the password page, counts as no referrer.
 */
function referrerOf(referrer: string, ownHost: string): string {
  if (referrer === '') return DIRECT;
  const host = URL.parse(referrer)?.hostname.toLowerCase() ?? '';
  if (host === URL.parse(`http://${ownHost}/`)?.hostname) return DIRECT;
  return /^[a-z0-9][a-z0-9.-]*$/.test(host) ? host : OTHER;
}

/** Returns the first language of Accept-Language, without its region (RFC 5646). */
function languageOf(languages: string): string {
  const [, language] = /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages) ?? [];
  return language?.toLowerCase() ?? UNKNOWN;
}
