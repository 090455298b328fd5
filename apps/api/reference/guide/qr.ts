import { html } from 'hono/html';
import { request, type Section } from './pieces';

export const qr: Section = {
  id: 'qr',
  title: 'QR codes',
  text: (place) => html`
<p>A link can be printed. The answer is a PNG, or an SVG that is sharp at any size:</p>
${request(place, 200, 'GET', '/qr/Promo?format=svg&color=2f4a94')}
<p>The code leads to the short address and to nothing else, so an edit of the link holds for what is printed already. Colours
without contrast, and sizes in which the code would not be read, are refused. With <code>track=true</code> scans are counted
apart from clicks. Keep the picture: it answers 304 to <code>If-None-Match</code> as long as it is the same.</p>`,
};
