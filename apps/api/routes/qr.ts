/** The picture of a link’s QR code (specification 9). */
import { Hono } from 'hono';
import { type AppEnv, createMiddleware } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';
import { ownedLink, toOwner } from '#api/links/link-owner';
import { computeStatus, makeAddress } from '#api/links/link-record';
import { openLogo } from '#api/qr/logo';
import { drawQrCode } from '#api/qr/picture';
import { QrQuery } from '#api/qr/query';
import { findStyle } from '#api/qr/style';
import { Refusal } from '#domain/refusal';
import { makeScanAddress } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import { ShortCode } from './params';

export const qrRoutes = new Hono<AppEnv>();

const NO_LOGO_RULE = 'logo must be false until the account has a logo, which its owner uploads in the console';

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
      const { download, track, logo: hasLogo, ...options } = c.req.valid('query');
      const owner = toOwner(c.get('key'));
      const [link, denylist, style] = await Promise.all([
        ownedLink(c.env, owner, c.req.param('shortCode')),
        getDenylist(c.env, now),
        hasLogo ? findStyle(c.env, owner.accountId) : null,
      ]);
      const { status, expiredReason } = computeStatus(link, denylist, now);
      if (status === 'expired') throw new Refusal(expiredReason === 'BLOCKED' ? 'LINK_BLOCKED' : 'LINK_GONE');

      if (style?.logo === null) throw new Refusal('FIELD_INVALID', { detail: NO_LOGO_RULE });

      const { shortUrl, shortCode } = makeAddress(link, c.get('config').shortBaseUrl);
      const logo = style && openLogo(style.logo, options.format);
      const { type, body } = drawQrCode(track ? makeScanAddress(shortUrl) : shortUrl, options, logo);
      return c.body(body, 200, {
        'Content-Type': type,
        // The account may change its logo at any time, so a picture with it is asked for again, by its ETag.
        'Cache-Control': hasLogo ? 'private, no-cache' : 'private, max-age=3600',
        Vary: 'Authorization',
        // The prefix keeps an alias such as CON from becoming a file name that an operating system reserves.
        ...(download && { 'Content-Disposition': `attachment; filename="qr-${shortCode}.${options.format}"` }),
      });
    },
  }),
);
