/** Finds registered secrets in a logged or stored value. */
import { parseKeyId } from '#secrets/key-text';
import type { Kind, Traces } from './registry';

const KEY = /sl_[0-9A-Za-z]{50}/g;
const WORD = /[\w-]{16,}/g;
const ADDRESS = /[0-9A-Fa-f.:]{3,}(\/\d+)?/g;

/**
 * Finds the kinds of secrets in a value, also in JSON, base64 and hexadecimal digits. It finds keys by their form,
 * addresses in any spelling, tokens, operator's secrets and digests as whole words, destinations and passwords of
 * eight characters or more anywhere, and shorter passwords as whole values.
 * @param isSought whether to search for a kind; a search for thousands of allowed destinations would take long
 */
export function kindsIn(value: unknown, traces: Traces, isSought: (kind: Kind) => boolean): Kind[] {
  const found = new Set<Kind>();
  const phrases = Array.from(traces.phrases).filter(([kind]) => isSought(kind));
  for (const part of listParts(value)) {
    if (typeof part !== 'string') continue;
    searchText(part, traces, found);
    for (const [kind, byStart] of phrases) if (hasPhrase(part, byStart)) found.add(kind);
  }
  return [...found].filter(isSought);
}

function hasPhrase(text: string, byStart: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  for (const [start, phrases] of byStart) {
    if (!text.includes(start)) continue;
    for (const phrase of phrases) if (text.includes(phrase)) return true;
  }
  return false;
}

/**
 * A value and everything in it, field names included. The index of an item in a list is not part of it: `1234` may be a
 * password. It uses no recursion, because tests send a megabyte of nested lists.
 */
export function* listParts(value: unknown): Generator<unknown> {
  const parts = [value];
  const seen = new WeakSet();
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part === 'object' && part !== null) {
      if (seen.has(part)) continue;
      seen.add(part);
    }
    yield part;
    if (typeof part === 'string') parts.push(parsed(part));
    else if (part instanceof ArrayBuffer) parts.push(new TextDecoder().decode(part));
    else if (ArrayBuffer.isView(part)) parts.push(part.buffer);
    else if (part instanceof Error) parts.push(part.stack, part.message);
    else if (Array.isArray(part)) for (const item of part) parts.push(item);
    else if (typeof part === 'object' && part !== null) for (const entry of Object.entries(part)) parts.push(...entry);
  }
}

function searchText(text: string, traces: Traces, found: Set<Kind>): void {
  const whole = traces.findKind(text);
  if (whole !== undefined) found.add(whole);
  if (text.length < 3) return;
  for (const [key] of text.matchAll(KEY)) if (parseKeyId(key) !== null) found.add('key');
  for (const [word] of text.matchAll(WORD)) {
    const kind = traces.findKind(word);
    if (kind !== undefined) found.add(kind);
  }
  for (const [run] of text.matchAll(ADDRESS)) if (traces.isAddress(run)) found.add('address');
}

function parsed(text: string): unknown {
  if (!/^[{["]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
