/**
 * A worker that stores the values of a KV namespace in a Map. It serves the requests of workerd's KV client. A request
 * `POST /many` puts many values at once.
 */
const values = new Map<string, ArrayBuffer>();

export default {
  async fetch(request: Request): Promise<Response> {
    const { url, method } = request;
    const start = url.indexOf('/', 8) + 1;
    const query = url.indexOf('?', start);
    const key = query === -1 ? url.slice(start) : url.slice(start, query);
    if (method === 'GET') {
      const value = values.get(key);
      return value === undefined ? new Response(null, { status: 404 }) : new Response(value);
    }
    if (method === 'PUT') values.set(key, await request.arrayBuffer());
    else if (method === 'DELETE') values.delete(key);
    else if (method === 'POST' && key === 'many') putAll(await request.json());
    else return new Response(null, { status: 501 });
    return new Response(null);
  },
};

/** Stores many values. workerd's KV client sends keys URL-encoded, which does not change the keys of the bench. */
function putAll(entries: [key: string, value: string][]): void {
  const encoder = new TextEncoder();
  for (const [key, value] of entries) values.set(key, encoder.encode(value).buffer as ArrayBuffer);
}
