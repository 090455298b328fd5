/**
 * Derives the profile of a click. Its values are harmless on a page, in a spreadsheet and in a log, whatever the
 * visitor sent.
 */
import UAParser from 'my-ua-parser';
import { OTHER, type Profile } from '#domain/daily-counts';
import { boundedCache } from '#store/bounded-cache';
import type { Click } from './click';

/** The value where a request does not tell. */
const UNKNOWN = 'Unknown';
/** The referrer of a visit without one: a bookmark, an app, a typed address, or a page that sends none. */
const DIRECT = 'Direct';

export const profileOf = (click: Click): Profile => ({
  ...agentOf(click.userAgent),
  country: countryOf(click.country),
  city: cityOf(click.city, click.country),
  referrer: referrerOf(click.referrer, click.host),
  language: languageOf(click.languages),
});

type Agent = { readonly browser: string; readonly os: string; readonly device: string };

/**
 * Parsing a user agent takes as long as the rest of a visit, and most visits have one of a few, so results are cached.
 */
const MAX_AGENTS = 2_000;
const agents = boundedCache<Agent>(MAX_AGENTS);

function agentOf(userAgent: string): Agent {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const agent = readAgent(userAgent);
  agents.set(userAgent, agent);
  return agent;
}

function readAgent(userAgent: string): Agent {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  return {
    browser: wordOf(browser.name),
    os: wordOf(os.name),
    // The library names no type for desktops; a known system without a type is taken for one.
    device:
      device.type === undefined ? (os.name === undefined ? UNKNOWN : 'Desktop') : wordOf(capitalised(device.type)),
  };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A name that the library returns. Its own names hold letters, digits, spaces and little else; any other text comes
 * from the visitor and becomes OTHER.
 */
const wordOf = (text: string | undefined): string =>
  text === undefined || text === '' ? UNKNOWN : /^[A-Za-z0-9][\w .+/()-]*$/.test(text) ? text : OTHER;

/**
 * An ISO 3166-1 code, or the platform's T1; its XX is unknown
 * (developers.cloudflare.com/workers/runtime-apis/request/).
 */
const countryOf = (country: unknown): string =>
  typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) && country !== 'XX' ? country : UNKNOWN;

/** The city with its country, because several countries have cities of one name. */
function cityOf(city: unknown, country: unknown): string {
  if (typeof city !== 'string' || !/^\p{L}[\p{L}\p{M} .,'’()-]*$/u.test(city)) return UNKNOWN;
  return `${city}, ${countryOf(country)}`;
}

/** The host of the page that led here. A page of the short host itself, such as a password page, counts as none. */
function referrerOf(referrer: string, ownHost: string): string {
  if (referrer === '') return DIRECT;
  const host = URL.parse(referrer)?.hostname.toLowerCase() ?? '';
  if (host === ownHost) return DIRECT;
  return /^[a-z0-9][a-z0-9.-]*$/.test(host) ? host : OTHER;
}

/** The first language of Accept-Language, without its region (RFC 5646). */
function languageOf(languages: string): string {
  const [, language] = /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages) ?? [];
  return language?.toLowerCase() ?? UNKNOWN;
}
