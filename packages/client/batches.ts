/** Splits requests into batches that the API accepts. */
import type { Batch, LinkRequest } from './api-types.js';

/** The result of one item of a batch: the link, or the cause of its refusal. */
export type BatchResult = Batch['results'][number];

const MAX_ITEMS = 50;
/** How many bytes the items of one batch may have. The API accepts 1 MiB for the whole body. */
const MAX_BYTES = 1_000_000;

/**
 * Splits a source of any length into batches, in order. It reads no further until the caller takes the next batch.
 */
export async function* batchesOf(
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
