/**
 * Short names of browsers, such as `Firefox on Linux`, by which owners recognise their sessions. The User-Agent is not
 * stored. my-ua-parser is not used: it would add 7.5 KB, and its names are `Mobile Safari` and `iOS`.
 */

type NamePatterns = readonly (readonly [name: string, pattern: RegExp])[];

/** The first match counts, because a User-Agent also names the browsers that its browser descends from. */
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
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const firstMatch = (list: NamePatterns, header: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(header))?.[0];

/** Returns the name of the browser that sent a User-Agent; `A browser` for an unknown one. */
export function agentOf(header: string | undefined): string {
  const browser = firstMatch(BROWSERS, header ?? '') ?? 'A browser';
  const system = firstMatch(SYSTEMS, header ?? '');
  return system === undefined ? browser : `${browser} on ${system}`;
}
