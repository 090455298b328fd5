/** What a form sent: its fields as text, and what is wrong with them. */
import { ERRORS } from '#domain/errors';
import type { Refusal } from '#domain/refusal';
import type { ConsoleContext } from './context';

/** The text of every field that was sent; the last one of a name. */
export type Fields = Readonly<Record<string, string>>;

/** What is wrong, by field, in words for people; `form` where it is no single field. */
export type FormErrors = Readonly<Record<string, string>>;

export const NO_ERRORS: FormErrors = {};

/** More than any form of ours can hold: the longest destination, escaped, and the rest. */
const MAX_FORM_BYTES = 64 * 1024;

/** The fields of a form; none of a body that is no form or too long, which every form then finds incomplete. */
export async function readFields(c: ConsoleContext): Promise<Fields> {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return {};
  const text = await readText(c.req.raw.body);
  return text === null ? {} : Object.fromEntries(new URLSearchParams(text));
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

/** What the API answers a refusal with. */
export const statusOf = ({ code }: Refusal) => ERRORS[code].status;

/** A refusal in the API's own words. */
export const wordsOf = ({ code, extras }: Refusal): string =>
  ERRORS[code].message.replace('{}', () => extras.detail ?? '');

/** Says with a page when a refusal is over, where it tells. */
export function tellRetryAfter(c: ConsoleContext, { extras: { retryAfter } }: Refusal): void {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
}
