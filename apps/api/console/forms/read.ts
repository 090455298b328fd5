/** What a form sent: its fields as text. */
import type { ConsoleContext } from '../context';
import type { Fields } from './form';

/** Far more than any form of ours can hold: what is too long for a field is to be told, and shown again. */
const MAX_FORM_BYTES = 256 * 1024;

/** The fields of a form; none of a body that is no form, which every form then finds incomplete; null of one too long. */
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
