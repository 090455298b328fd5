/** Many requests in batches that the API takes. */
import type { Batch, LinkRequest } from './api-types.js';

/** What became of one item of a batch: the link, or why there is none. */
export type BatchResult = Batch['results'][number];

const MAX_ITEMS = 50;
/** The API takes 1 MiB; the rest is for what stands around the items. */
const MAX_BYTES = 1_000_000;

/** Cuts a source of any length, in order. Asks it for more only when the batch before is done with. */
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
