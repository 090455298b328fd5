/** Checks the type and size of a body, and that it is a JSON object (specification 2.5). Endpoints check its fields. */
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { Refusal } from '#domain/refusal';
import { type AppContext, createMiddleware } from './context';

const MAX_BODY_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;

const contentType = createMiddleware(async (c, next) => {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new Refusal('CONTENT_TYPE');
  await next();
});

const atMostOneMebibyte = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Refusal('BODY_TOO_LARGE');
  },
});

const jsonObject = createMiddleware(async (c, next) => {
  c.set('body', await readObject(c));
  c.set('now', Date.now()); // a body may arrive slowly, and a put must not be announced at an earlier moment (publish.ts)
  await next();
});

/**
 * Reads the body as bytes, from which Hono can return the text again. Invalid UTF-8 is refused and not replaced
 * (RFC 8259, section 8.1).
 */
async function readObject(c: AppContext): Promise<Record<string, unknown>> {
  const bytes = await c.req.arrayBuffer();
  // `bodyLimit` trusts a declared length, so the bytes are counted too.
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Refusal('BODY_TOO_LARGE');
  const body = parse(bytes);
  if (!isJsonObject(body)) throw new Refusal('BODY_INVALID');
  return body;
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new Refusal('BODY_INVALID');
  }
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 400 for another type, 413 over 1 MiB, 400 for anything but a JSON object (specification 2.5). */
export const jsonBody = createMiddleware(every(contentType, atMostOneMebibyte, jsonObject));

/** Does what `jsonBody` does for a body that may be left out: a missing or empty body is an empty object. */
export const optionalJsonBody = createMiddleware(async (c, next) => {
  if (c.req.raw.body !== null && c.req.header('Content-Length') !== '0') return jsonBody(c, next);
  c.set('body', {});
  await next();
});
