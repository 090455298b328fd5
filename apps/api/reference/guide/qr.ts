import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { pictureOf } from '#api/qr/picture';
import { EXAMPLE_COLOR } from '#api/qr/query';
import { QR_PICTURE } from '../samples/response';
import { request, type Section } from './pieces';

const PICTURE = pictureOf(`${EXAMPLE_SHORT}/Promo`, {
  format: 'svg',
  size: 300,
  level: 'M',
  margin: 4,
  color: EXAMPLE_COLOR,
  bgColor: 'ffffff',
});

/** The picture of the example, as text. */
export const EXAMPLE_QR = String(PICTURE.body);

export const qr: Section = {
  id: 'qr',
  title: 'Make QR codes',
  endpoints: ['getQr'],
  text: (deployment) => html`
<p>A QR code takes a link onto paper. You get a PNG, or an SVG that stays sharp at any size:</p>
${request(deployment, 200, 'GET', `/qr/Promo?format=svg&color=${EXAMPLE_COLOR}`, undefined, { answer: 'picture' })}
<p>${QR_PICTURE}</p>
<p>The QR code contains only the short address. If you edit the link later, printed codes lead to the new destination. Colors and sizes
that phones couldn’t scan are refused. With <code>track=true</code>, visits through the QR code are also counted as scans.</p>
<p>Store the picture instead of requesting it again and again. A request with <code>If-None-Match</code> gets 304 as long as the picture
hasn’t changed.</p>`,
};
