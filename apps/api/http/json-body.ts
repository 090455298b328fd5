/**
 * Reads the JSON body of a request. It checks type, size and syntax; endpoints check the fields (specification 2.5).
 */
import { Refusal } from '#domain/refusal';
import { type AppContext, createMiddleware } from './context';

const MAX_BODY_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;
const CHARSETS = /;[ \t]*charset=("[^"]*"|[^; \t]*)/gi;
/** A message quotes at most this much of what a caller has sent. */
const MAX_NAMED = 50;

/**
 * Reads the body as bytes. A body that cannot be read to its end is an error of the client, so no fault is logged
 * (specification 2.5).
 */
async function readBytes(c: AppContext): Promise<Uint8Array> {
  const isDeclaredTooLarge = Number(c.req.header('Content-Length') ?? 0) > MAX_BODY_BYTES;
  const bytes = isDeclaredTooLarge
    ? null
    : await readAtMost(c.req.raw.body, MAX_BODY_BYTES).catch(() => {
        throw new Refusal('BODY_INVALID');
      });
  if (bytes === null) throw new Refusal('BODY_TOO_LARGE');
  return bytes;
}

/** Reads the object of the body. Invalid UTF-8 is refused rather than replaced (RFC 8259, section 8.1). */
async function readObject(c: AppContext): Promise<void> {
  const bytes = await readBytes(c);
  let text: string;
  let body: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    body = JSON.parse(text);
  } catch {
    throw new Refusal('BODY_INVALID');
  }
  if (!isJsonObject(body)) throw new Refusal('BODY_INVALID');
  keepBody(c, text, body);
}

/** Keeps the body for `c.req.text()` and `c.req.json()`, which the validator calls too. Hono's own parses each time. */
function keepBody({ req }: AppContext, text: string, body: object): void {
  req.bodyCache.text = Promise.resolve(text) as never;
  req.json = async <Body>() => body as Body;
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Refuses a body that would have to be decoded before it is JSON in UTF-8.
 * @throws Refusal CONTENT_TYPE · CHARSET · CONTENT_ENCODING
 */
function checkType(c: AppContext): void {
  const type = c.req.header('Content-Type') ?? '';
  if (!JSON_TYPE.test(type)) throw new Refusal('CONTENT_TYPE');
  const charsets = Array.from(type.matchAll(CHARSETS), ([, name = '']) => name.replaceAll('"', ''));
  const charset = charsets.find((name) => !/^(utf-?8)?$/i.test(name));
  if (charset !== undefined) throw new Refusal('CHARSET', { detail: charset.slice(0, MAX_NAMED) });
  checkEncoding(c);
}

/** Refuses a body that is encoded, by gzip for example. @throws Refusal CONTENT_ENCODING */
export function checkEncoding(c: AppContext): void {
  const encoding = c.req.header('Content-Encoding') ?? '';
  // `identity` says that the body is not encoded (RFC 9110, section 8.4).
  if (!/^(identity)?$/i.test(encoding)) throw new Refusal('CONTENT_ENCODING', { detail: encoding.slice(0, MAX_NAMED) });
}

/**
 * Reads the body for `c.req.json()`. Another Content-Type, another charset and a Content-Encoding are 400, more than 1
 * MiB 413, and a body that breaks off or is not a JSON object 400 (specification 2.5).
 */
export const jsonBody = createMiddleware(async (c, next) => {
  checkType(c);
  await readObject(c);
  // The time is set again, because a body may arrive slowly. A put must not be announced for an earlier time
  // (publish.ts).
  c.set('now', Date.now());
  await next();
});

/** Does what `jsonBody` does, but a missing or empty body becomes an empty object. */
export const optionalJsonBody = createMiddleware(async (c, next) => {
  if (c.req.raw.body !== null && c.req.header('Content-Length') !== '0') return jsonBody(c, next);
  keepBody(c, '{}', {});
  await next();
});

/**
 * Reads a body of at most `max` bytes; null for a longer one. The rest of that stays readable and is not cancelled,
 * because cancelling closes the connection before the client has the response.
 */
export async function readAtMost(body: ReadableStream<Uint8Array> | null, max: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      size += piece.value.byteLength;
      if (size > max) return null;
      pieces.push(piece.value);
    }
  } finally {
    reader?.releaseLock();
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
