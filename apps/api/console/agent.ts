/**
 * Short names of browsers, e.g. `Firefox on Linux`, by which an owner recognises sessions. The User-Agent itself is not
 * stored. Two lists do it, because my-ua-parser would add 7.5 KB to this worker and says Mobile Safari and iOS.
 */

type NamePatterns = readonly (readonly [name: string, pattern: RegExp])[];

/** The first match counts, because most browsers also name the browsers that they descend from. */
const BROWSERS: NamePatterns = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: NamePatterns = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const firstMatch = (list: NamePatterns, header: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(header))?.[0];

/** The name of the browser that sent a User-Agent; `A browser` for an unknown one. */
export function agentOf(header: string | undefined): string {
  const browser = firstMatch(BROWSERS, header ?? '') ?? 'A browser';
  const system = firstMatch(SYSTEMS, header ?? '');
  return system === undefined ? browser : `${browser} on ${system}`;
}
