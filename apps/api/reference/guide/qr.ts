import { html } from 'hono/html';
import { request, type Section } from './pieces';

export const qr: Section = {
  id: 'qr',
  title: 'QR codes',
  text: (deployment) => html`
<p>A QR code puts a link on paper. The response is a PNG, or an SVG that is sharp at any size:</p>
${request(deployment, 200, 'GET', '/qr/Promo?format=svg&color=2f4a94', undefined, { answer: 'picture' })}
<p>The code holds only the short URL, so an edit of the link applies to printed codes too. Colours and sizes with which the code
would not scan are refused. With <code>track=true</code> visits by the code are also counted as scans. Store the picture: a request
with <code>If-None-Match</code> gets 304 as long as the picture has not changed.</p>`,
};
