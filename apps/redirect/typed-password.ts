/** The password a visitor gives: by the page's form, as JSON, or in a header. */

/** Far more than the longest password and its field's name take. */
const MAX_BODY_BYTES = 8_192;

/** The password of a request; null where none is given, '' where what is given is none. */
export async function typedPassword(request: Request): Promise<string | null> {
  if (request.method === 'POST') return (await fromBody(request)) ?? '';
  const header = request.headers.get('X-Link-Password');
  return header === null ? null : asUtf8(header);
}

/**
 * The header's bytes are UTF-8 (specification 11.8). A runtime hands them over decoded, or as one character a byte: bytes
 * that are no UTF-8 were decoded already.
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

/** The field `password` of JSON or of a form; a body of an unknown type is read as a form, as browsers send them. */
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

/** The body as text; null for one that is longer. Read to its end, kept or not: one broken off takes its connection along. */
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
