/** Reads the password that a visitor sends: by the form of the page, as JSON, or in a header. */

/** The largest body that is read: far more than the longest password and its field's name take. */
const MAX_BODY_BYTES = 8_192;

/** Returns the password of a request: null where a GET sends none, '' where a POST holds none. */
export async function typedPassword(request: Request): Promise<string | null> {
  if (request.method === 'POST') return (await fromBody(request)) ?? '';
  const header = request.headers.get('X-Link-Password');
  return header === null ? null : asUtf8(header);
}

/**
 * Decodes the header, whose bytes are UTF-8 (specification 11.8). A runtime passes them decoded, or as one character a
 * byte. Bytes that are not UTF-8 were decoded already.
 */
function asUtf8(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  if (String.fromCharCode(...bytes) !== value) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return value;
  }
}

/**
 * Reads the field `password` of JSON or of a form. A body of an unknown type is read as a form, as browsers send them.
 */
async function fromBody(request: Request): Promise<string | null> {
  const text = await readAtMost(request, MAX_BODY_BYTES);
  if (text === null) return null;
  const type = request.headers.get('Content-Type') ?? '';
  try {
    const isJson = /^application\/json[ \t]*(;|$)/i.test(type);
    const fields = isJson ? new Map(Object.entries(JSON.parse(text))) : await formOf(text, type);
    const password = fields.get('password');
    return typeof password === 'string' ? password : null;
  } catch {
    return null;
  }
}

function formOf(text: string, type: string): Promise<FormData> {
  const known = /^multipart\/form-data/i.test(type) ? type : 'application/x-www-form-urlencoded';
  return new Response(text, { headers: { 'Content-Type': known } }).formData();
}

/**
 * Reads the body as text; null where it is longer. Even then it is read to its end, because cancelling the body would
 * close the connection.
 */
async function readAtMost({ body, headers }: Request, bytes: number): Promise<string | null> {
  if (Number(headers.get('Content-Length')) > bytes) return null;
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    read += chunk.byteLength;
    if (read <= bytes) text += decoder.decode(chunk, { stream: true });
  }
  return read > bytes ? null : text + decoder.decode();
}
