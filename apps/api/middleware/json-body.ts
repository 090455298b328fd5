/** The body's outside: its type, its size, and that it is a JSON object. What stands in it is the endpoint's affair. */
import { every } from 'hono/combine';
import { Refusal } from '#domain/errors';
import { type AppContext, createMiddleware } from '../context';

const MAX_BODY_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;

const contentType = createMiddleware(async (c, next) => {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new Refusal('CONTENT_TYPE');
  await next();
});

const jsonObject = createMiddleware(async (c, next) => {
  const text = await readText(c);
  // Where c.req.text() and c.req.json() look first.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
  const body = parse(text);
  if (!isObject(body)) throw new Refusal('BODY_INVALID');
  c.set('body', body);
  await next();
});

/** The body as text. Counted while it comes in, because a declared length may lie, and never mended: JSON is UTF-8. */
async function readText(c: AppContext): Promise<string> {
  if (Number(c.req.header('Content-Length')) > MAX_BODY_BYTES) throw new Refusal('BODY_TOO_LARGE');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let size = 0;
  let text = '';
  for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Refusal('BODY_TOO_LARGE');
    text += decoded(decoder, chunk);
  }
  return text + decoded(decoder);
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new Refusal('BODY_INVALID');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('BODY_INVALID');
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 400 for another type, 413 over 1 MiB, 400 for anything but a JSON object (answers, section 2). */
export const jsonBody = createMiddleware(every(contentType, jsonObject));

/** The same for a body that may be left out: none is an empty object. */
export const optionalJsonBody = createMiddleware(async (c, next) => {
  const hasBody = c.req.header('Content-Type') !== undefined || (c.req.header('Content-Length') ?? '0') !== '0';
  if (hasBody) return jsonBody(c, next);
  c.set('body', {});
  await next();
});
