/**
 * The floor of a creation: one call of the key's Durable Object, one row in D1 with its index entry, one KV put, 201.
 */
import { Counter } from './counter';

type Env = { DB: D1Database; ROUTES: KVNamespace; COUNTERS: DurableObjectNamespace<Counter> };

export { Counter };

const INSERT = "INSERT INTO links (code, account_id, url, created_at) VALUES (?1, 'account', ?2, ?3)";
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

function newCode(): string {
  let code = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(7))) code += ALPHABET[byte % ALPHABET.length];
  return code;
}

export default {
  async fetch(request, env): Promise<Response> {
    const { url } = await request.json<{ url: string }>();
    const location = URL.parse(url)?.href;
    if (location === undefined) return new Response(null, { status: 400 });
    const key = request.headers.get('Authorization') ?? '';
    if (!(await env.COUNTERS.getByName(key).take(1e12))) return new Response(null, { status: 429 });
    const code = newCode();
    await env.DB.prepare(INSERT).bind(code, url, Date.now()).run();
    await env.ROUTES.put(`l:${code}`, JSON.stringify({ i: code, u: location }));
    return Response.json({ shortUrl: `https://s.example.com/${code}`, shortCode: code, url }, { status: 201 });
  },
} satisfies ExportedHandler<Env>;
