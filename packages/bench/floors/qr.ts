/**
 * The floor of a QR code: one call of the key's Durable Object, one row read from D1, one computation by qrcode-svg.
 */
import QRCode from 'qrcode-svg';
import { Quota } from './quota';

type Env = { DB: D1Database; QUOTAS: DurableObjectNamespace<Quota> };

export { Quota };

export default {
  async fetch(request, env): Promise<Response> {
    const { pathname } = new URL(request.url);
    const code = pathname.slice(pathname.lastIndexOf('/') + 1);
    const key = request.headers.get('Authorization') ?? '';
    if (!(await env.QUOTAS.getByName(key).take(1e12))) return new Response(null, { status: 429 });
    const row = await env.DB.prepare('SELECT code FROM links WHERE code = ?1').bind(code).first<{ code: string }>();
    if (row === null) return new Response(null, { status: 404 });
    const { modules } = new QRCode({ content: `https://s.example.com/${row.code}`, ecl: 'M' }).qrcode;
    return new Response(String(modules.length));
  },
} satisfies ExportedHandler<Env>;
