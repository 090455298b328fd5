/**
 * A browser as its owner knows it, e.g. `Firefox on Linux`: to tell sessions apart. The header itself is not kept. Two lists
 * instead of my-ua-parser, which says Mobile Safari and iOS, and would add 7.5 KB to this worker for two words.
 */

type Named = readonly (readonly [name: string, mark: RegExp])[];

/** The first that fits: most browsers also name those they descend from. */
const BROWSERS: Named = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: Named = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (list: Named, header: string): string | undefined => list.find(([, mark]) => mark.test(header))?.[0];

export function agentOf(header: string | undefined): string {
  const browser = nameIn(BROWSERS, header ?? '') ?? 'A browser';
  const system = nameIn(SYSTEMS, header ?? '');
  return system === undefined ? browser : `${browser} on ${system}`;
}
