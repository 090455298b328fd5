/** The picture of a link’s QR code (specification 9). */
import { Hono } from 'hono';
import { type AppEnv, createMiddleware } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';
import { ownedLink, toOwner } from '#api/links/link-owner';
import { computeStatus, makeAddress } from '#api/links/link-record';
import { drawQrCode } from '#api/qr/picture';
import { QrQuery } from '#api/qr/query';
import { Refusal } from '#domain/refusal';
import { makeScanAddress } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import { ShortCode } from './params';

export const qrRoutes = new Hono<AppEnv>();

const requireQr = createMiddleware(async (c, next) => {
  if (!c.get('settings').qr) throw new Refusal('QR_DISABLED');
  await next();
});

// GET /v2/qr/:shortCode: a picture of the QR code of a link's short URL (specification 9.1).
qrRoutes.get(
  '/:shortCode',
  ...endpoint({
    access: 'key',
    scope: 'qr:read',
    reach: 'links',
    tag: 'Links',
    id: 'getQr',
    summary: 'Get a QR code',
    description:
      'Returns the QR code of a link as a picture.\n\nPictures that scanners can’t read are refused: without enough contrast, light on dark, or too small.',
    params: { shortCode: ShortCode },
    query: QrQuery,
    isConditional: true,
    steps: [requireQr],
    responses: {
      200: file('The picture.', ['image/png', 'image/svg+xml'], { Vary: 'always', 'Content-Disposition': 'sometimes' }),
    },
    refusals: ['QR_DISABLED', 'LINK_NOT_FOUND', 'LINK_GONE', 'LINK_BLOCKED'],
    handle: async (c) => {
      const now = c.get('now');
      const { download, track, ...options } = c.req.valid('query');
      const [link, denylist] = await Promise.all([
        ownedLink(c.env, toOwner(c.get('key')), c.req.param('shortCode')),
        getDenylist(c.env, now),
      ]);
      const { status, expiredReason } = computeStatus(link, denylist, now);
      if (status === 'expired') throw new Refusal(expiredReason === 'BLOCKED' ? 'LINK_BLOCKED' : 'LINK_GONE');

      const { shortUrl, shortCode } = makeAddress(link, c.get('config').shortBaseUrl);
      const { type, body } = drawQrCode(track ? makeScanAddress(shortUrl) : shortUrl, options);
      return c.body(body, 200, {
        'Content-Type': type,
        'Cache-Control': 'private, max-age=3600',
        Vary: 'Authorization',
        // The prefix keeps an alias such as CON from becoming a file name that an operating system reserves.
        ...(download && { 'Content-Disposition': `attachment; filename="qr-${shortCode}.${options.format}"` }),
      });
    },
  }),
);
