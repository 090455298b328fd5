/** Paths and queries. */

/** The path of what belongs to a link. @throws TypeError for a code that a path could not carry */
export function pathOf(collection: 'links' | 'stats' | 'qr', shortCode: string): string {
  // An empty code, or one of dots, would name the collection or what is above it.
  if (/^\.{0,2}$/.test(shortCode)) throw new TypeError('shortCode must be the code of a link');
  return `/v2/${collection}/${encodeURIComponent(shortCode)}`;
}

type Value = string | number | boolean | readonly string[] | null | undefined;

/** With its question mark; empty where nothing is asked for. Several values stand in one parameter, with commas. */
export function queryOf<Query extends { readonly [Name in keyof Query]: Value }>(asked: Query): string {
  const said = Object.entries<Value>(asked).filter(([, value]) => value != null);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
