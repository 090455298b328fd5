/** What a click says of its visitor: words that harm nobody who reads them, whatever the visitor sent. */
import UAParser from 'my-ua-parser';
import { OTHER, type Profile } from '#domain/daily-counts';
import { boundedCache } from '#store/bounded-cache';
import type { Click } from './click';

/** Stands for what a request did not say. */
const UNKNOWN = 'Unknown';
/** No page led here: a bookmark, an app, a typed address, or a page that does not tell. */
const DIRECT = 'Direct';

export const profileOf = (click: Click): Profile => ({
  ...agentOf(click.userAgent),
  country: countryOf(click.country),
  city: cityOf(click.city, click.country),
  referrer: referrerOf(click.referrer, click.host),
  language: languageOf(click.languages),
});

type Agent = { readonly browser: string; readonly os: string; readonly device: string };

/** Reading a user agent takes as long as the rest of a visit, and most visits bring one of a few. */
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
    // The library names what is carried or watched; a system without such a name is a desk's.
    device:
      device.type === undefined ? (os.name === undefined ? UNKNOWN : 'Desktop') : wordOf(capitalised(device.type)),
  };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of the library's own making hold letters, digits, spaces and little else; all else came from the visitor. */
const wordOf = (text: string | undefined): string =>
  text === undefined || text === '' ? UNKNOWN : /^[A-Za-z0-9][\w .+/()-]*$/.test(text) ? text : OTHER;

/** ISO 3166-1, or the platform's T1 and XX (developers.cloudflare.com/workers/runtime-apis/request/). */
const countryOf = (country: unknown): string =>
  typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) && country !== 'XX' ? country : UNKNOWN;

/** With its country: there is a Springfield in every state. */
function cityOf(city: unknown, country: unknown): string {
  if (typeof city !== 'string' || !/^\p{L}[\p{L}\p{M} .,'’()-]*$/u.test(city)) return UNKNOWN;
  return `${city}, ${countryOf(country)}`;
}

/** The host of the page before; our own host is no page before. */
function referrerOf(referrer: string, ownHost: string): string {
  if (referrer === '') return DIRECT;
  const host = URL.parse(referrer)?.hostname.toLowerCase() ?? '';
  if (host === ownHost) return DIRECT;
  return /^[a-z0-9][a-z0-9.-]*$/.test(host) ? host : OTHER;
}

/** The language that is asked for first, without its region (RFC 5646). */
function languageOf(languages: string): string {
  const [, language] = /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages) ?? [];
  return language?.toLowerCase() ?? UNKNOWN;
}
