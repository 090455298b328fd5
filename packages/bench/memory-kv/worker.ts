/** A worker that stores the values of a KV namespace in a Map. It serves the requests of workerd's KV client. */
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
    else return new Response(null, { status: 501 });
    return new Response(null);
  },
};
