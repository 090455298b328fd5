/** Reads the fields of a form from a request body. */
import type { ConsoleContext } from '../context';
import type { Fields } from './form';

/** Far more than a valid form needs, so that a field over its own limit is refused beside the field and shown again. */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * The fields of a form; null for a body over 256 KB. A body of another type has none, and fails for want of a token.
 */
export async function readFields(c: ConsoleContext): Promise<Fields | null> {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return {};
  const text = await readText(c.req.raw.body);
  return text === null ? null : Object.fromEntries(new URLSearchParams(text));
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FORM_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
