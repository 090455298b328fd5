import { html } from 'hono/html';
import { request, type Section } from './pieces';

export const qr: Section = {
  id: 'qr',
  title: 'QR codes',
  text: (place) => html`
<p>A QR code puts a link on paper. The response is a PNG, or an SVG that is sharp at any size:</p>
${request(place, 200, 'GET', '/qr/Promo?format=svg&color=2f4a94')}
<p>The code holds the short address and nothing else, so an edit of the link applies to printed codes too. Colours without
contrast, and sizes at which the code would not scan, are refused. With <code>track=true</code> visits by the code are also counted
as scans. Store the picture: a request with <code>If-None-Match</code> is 304 as long as it has not changed.</p>`,
};
