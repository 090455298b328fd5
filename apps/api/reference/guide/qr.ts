import { html } from 'hono/html';
import { request, type Section } from './pieces';

export const qr: Section = {
  id: 'qr',
  title: 'Make QR codes',
  text: (deployment) => html`
<p>A QR code takes a link onto paper. You get a PNG, or an SVG that stays sharp at any size:</p>
${request(deployment, 200, 'GET', '/qr/Promo?format=svg&color=2f4a94', undefined, { answer: 'picture' })}
<p>The QR code contains only the short address. If you edit the link later, printed codes lead to the new destination. Colors and sizes
that phones couldn’t scan are refused. With <code>track=true</code>, visits through the QR code are also counted as scans.</p>
<p>Store the picture instead of requesting it again and again. A request with <code>If-None-Match</code> gets 304 as long as the picture
hasn’t changed.</p>`,
};
