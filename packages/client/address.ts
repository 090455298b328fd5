/** Builds paths and queries. */

/** The path of a link, of its statistics or of its QR code. @throws TypeError for a code that cannot be in a path */
export function pathOf(collection: 'links' | 'stats' | 'qr', shortCode: string): string {
  // An empty code or a code of dots would lead to the collection or its parent.
  if (/^\.{0,2}$/.test(shortCode)) throw new TypeError('shortCode must be the code of a link');
  return `/v2/${collection}/${encodeURIComponent(shortCode)}`;
}

/** The path of a tag. @throws TypeError for a name that no tag can have, and that would lead to another path */
export function tagPathOf(name: string): string {
  if (/^\s*\.{0,2}\s*$/.test(name)) throw new TypeError('name must be the name of a tag');
  return `/v2/tags/${encodeURIComponent(name)}`;
}

type Value = string | number | boolean | readonly string[] | null | undefined;

/**
 * The text of a query, with its question mark; '' for a query without parameters. A list becomes one parameter, with
 * commas, but the list `tag` one parameter per name, because names may contain commas.
 */
export function queryOf<Query extends { readonly [Name in keyof Query]: Value }>(query: Query): string {
  const given = Object.entries<Value>(query).filter(([, value]) => value != null);
  const parameters = given.flatMap(([name, value]) =>
    (name === 'tag' ? [value].flat() : [value]).map((one) => [name, String(one)]),
  );
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}
