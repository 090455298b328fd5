/** An isolate's memory before KV, as the floors that have one keep it. */
import type { EdgeEntry } from './edge-entry';

const LASTS_MS = 30_000;
const MAX_ENTRIES = 10_000;
const memory = new Map<string, { readonly entry: EdgeEntry; readonly until: number }>();

/** The edge entry of a key, read at most half a minute ago; null where there is none. */
export async function readEntry(entries: KVNamespace, key: string, now: number): Promise<EdgeEntry | null> {
  const known = memory.get(key);
  if (known !== undefined && known.until > now) return known.entry;
  const entry = await entries.get<EdgeEntry>(key, 'json');
  if (entry === null) return null;
  if (memory.size >= MAX_ENTRIES) memory.delete(memory.keys().next().value as string);
  memory.set(key, { entry, until: now + LASTS_MS });
  return entry;
}
