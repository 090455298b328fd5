/** Reads the password that a visitor sends: in the form of the page, as JSON, or in a header. */

/** The size of the largest body that is read. The longest password and the name of its field take far less. */
const MAX_BODY_BYTES = 8_192;

/** Returns the password of a request; without one, null for a GET and '' for a POST. */
export async function typedPassword(request: Request): Promise<string | null> {
  if (request.method === 'POST') return (await fromBody(request)) ?? '';
  const header = request.headers.get('X-Link-Password');
  return header === null ? null : asUtf8(header);
}

/**
 * Decodes the header, whose bytes are UTF-8 (specification 11.8). Some runtimes pass the decoded text, others one
 * character per byte. A value whose characters are no UTF-8 bytes has been decoded already.
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

/** Reads the field `password` of a JSON body or of a form. A body of an unknown type counts as a URL-encoded form. */
async function fromBody(request: Request): Promise<string | null> {
  const text = await readAtMost(request, MAX_BODY_BYTES).catch(() => null); // the body broke off
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
 * Reads the body as text; returns null for a body of more than `bytes`. A body without a Content-Length is read to its
 * end all the same, because cancelling it would close the connection.
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
