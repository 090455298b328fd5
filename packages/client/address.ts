/** Builds paths and queries. */

/** The path of a link, of its statistics or of its QR code. @throws TypeError for a code that no path can hold */
export function pathOf(collection: 'links' | 'stats' | 'qr', shortCode: string): string {
  // An empty code, or one of dots, would name the collection or its parent.
  if (/^\.{0,2}$/.test(shortCode)) throw new TypeError('shortCode must be the code of a link');
  return `/v2/${collection}/${encodeURIComponent(shortCode)}`;
}

type Value = string | number | boolean | readonly string[] | null | undefined;

/** The query with its question mark; '' where it has no parameter. A list becomes one parameter, with commas. */
export function queryOf<Query extends { readonly [Name in keyof Query]: Value }>(asked: Query): string {
  const said = Object.entries<Value>(asked).filter(([, value]) => value != null);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
