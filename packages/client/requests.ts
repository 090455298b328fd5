/** Builds paths, queries and batches. */
import type { Batch, LinkRequest } from './api-types.js';

/** The path of a link, of its statistics or of its QR code. @throws TypeError for a code that cannot be in a path */
export function makePath(collection: 'links' | 'stats' | 'qr', shortCode: string): string {
  // An empty code or a code of dots would lead to the collection or its parent.
  if (/^\.{0,2}$/.test(shortCode)) throw new TypeError('shortCode must be the code of a link');
  return `/v2/${collection}/${encodeURIComponent(shortCode)}`;
}

/** The path of a tag. @throws TypeError for a name that no tag can have, and that would lead to another path */
export function makeTagPath(name: string): string {
  if (/^\s*\.{0,2}\s*$/.test(name)) throw new TypeError('name must be the name of a tag');
  return `/v2/tags/${encodeURIComponent(name)}`;
}

type Value = string | number | boolean | readonly string[] | null | undefined;

/**
 * The text of a query, with its question mark; '' for a query without parameters. A list becomes one parameter, with
 * commas, but the list `tag` one parameter per name, because names may contain commas.
 */
export function makeQuery<Query extends { readonly [Name in keyof Query]: Value }>(query: Query): string {
  const given = Object.entries<Value>(query).filter(([, value]) => value != null);
  const parameters = given.flatMap(([name, value]) =>
    (name === 'tag' ? [value].flat() : [value]).map((one) => [name, String(one)]),
  );
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}

/** The result of one item of a batch: the link, or the cause of its refusal. */
export type BatchResult = Batch['results'][number];

const MAX_ITEMS = 50;
/** How many bytes the items of one batch may have. The API accepts 1 MiB for the whole body. */
const MAX_BYTES = 1_000_000;

/**
 * Splits a source of any length into batches, in order. It reads no further until the caller takes the next batch.
 */
export async function* splitIntoBatches(
  requests: Iterable<LinkRequest> | AsyncIterable<LinkRequest>,
): AsyncGenerator<readonly LinkRequest[], void, undefined> {
  let batch: LinkRequest[] = [];
  let size = 0;
  for await (const request of requests) {
    const bytes = new TextEncoder().encode(JSON.stringify(request)).length + 1;
    if (batch.length > 0 && size + bytes > MAX_BYTES) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(request);
    size += bytes;
    if (batch.length === MAX_ITEMS) {
      yield batch;
      batch = [];
      size = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
