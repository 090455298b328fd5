/** The floors' cache of edge entries in the memory of an isolate, in front of KV. */
import type { EdgeEntry } from './edge-entry';

const TTL_MS = 30_000;
const MAX_ENTRIES = 10_000;
const memory = new Map<string, { readonly entry: EdgeEntry; readonly until: number }>();

/** The edge entry of a key, at most 30 s old; null if KV has none. */
export async function readEntry(entries: KVNamespace, key: string, now: number): Promise<EdgeEntry | null> {
  const known = memory.get(key);
  if (known !== undefined && known.until > now) return known.entry;
  const entry = await entries.get<EdgeEntry>(key, 'json');
  if (entry === null) return null;
  if (memory.size >= MAX_ENTRIES) memory.delete(memory.keys().next().value as string);
  memory.set(key, { entry, until: now + TTL_MS });
  return entry;
}
