/** The page of a link's QR code, and its picture. The rules are those of GET /v2/qr/:shortCode. */

import { wholeAccount } from '#api/links/link-owner';
import { addressOf } from '#api/links/link-record';
import { statusOf } from '#api/links/link-status';
import { ownedLink } from '#api/links/owned-link';
import { currentSettings } from '#api/platform/settings';
import { pictureOf } from '#api/qr/picture';
import { QrQuery } from '#api/qr/query';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { scanAddressOf } from '#domain/scan';
import { currentDenylist } from '#store/denylist-copy';
import { type ConsoleContext, createHandlers } from '../context';
import type { FormErrors } from '../forms/form';
import { show } from '../page';
import { type DeadLink, deadLinkPage, deadReasonOf } from '../pages/dead-link';
import { qrPage } from '../pages/qr';
import { contrastOfQr, FIRST_QR, type QrParameters } from '../qr-form';
import { messageOf } from '../refusal-message';

const linkInPath = (c: ConsoleContext): Promise<Link> =>
  ownedLink(c.env, wholeAccount(c.get('account').id), c.req.param('code') ?? '');

const COLOURS = ['color', 'bgColor'];

/** The query parameters. A colour may be typed as in a stylesheet: with `#`, with three digits, in capitals. */
const parametersOf = (c: ConsoleContext): Record<string, string> =>
  Object.fromEntries(
    Object.entries(c.req.query()).map(([name, value]) => [name, COLOURS.includes(name) ? plainColour(value) : value]),
  );

function plainColour(value: string): string {
  const digits = value.trim().replace(/^#/, '').toLowerCase();
  return /^[\da-f]{3}$/.test(digits) ? digits.replaceAll(/./g, '$&$&') : digits;
}

/**
 * Returns the message as an error of the field that it begins with. Any other message is an error of the whole form. A
 * contrast that is too low has a message of its own.
 */
function errorsOf(message: string, parameters: QrParameters): FormErrors {
  const contrast = contrastOfQr(parameters);
  if (message.startsWith('color ') && contrast?.kind === 'wrong') return { color: contrast.words };
  const field = ['size', 'margin', ...COLOURS].find((name) => message.startsWith(`${name} `)) ?? 'form';
  return { [field]: COLOURS.includes(field) ? 'Enter six hexadecimal digits, such as #1b2f6b.' : message };
}

/** The address that a code holds. */
function contentOf(link: Link, shortBaseUrl: string, track: boolean): string {
  const { shortUrl } = addressOf(link, shortBaseUrl);
  return track ? scanAddressOf(shortUrl) : shortUrl;
}

function drawPicture(link: Link, shortBaseUrl: string, parameters: QrParameters) {
  const query = QrQuery.safeParse(parameters);
  if (!query.success) throw new Refusal('FIELD_INVALID', { detail: query.error.issues[0]?.message ?? '' });
  const { download, track, ...drawing } = query.data;
  const { shortCode } = addressOf(link, shortBaseUrl);
  const picture = pictureOf(contentOf(link, shortBaseUrl, track), drawing);
  return { ...picture, name: download ? `qr-${shortCode}.${drawing.format}` : null };
}

/** Returns what became of a dead link, which has no picture; null for an active link. */
async function deadOf(c: ConsoleContext, link: Link): Promise<DeadLink | null> {
  const now = c.get('now');
  const { expiredReason } = statusOf(link, await currentDenylist(c.env, now), now);
  return deadReasonOf(link, expiredReason, c.get('config').contact);
}

async function drawIfEnabled(c: ConsoleContext, link: Link, parameters: QrParameters) {
  const { qr } = await currentSettings(c.env, c.get('now'));
  if (!qr) throw new Refusal('QR_DISABLED');
  return drawPicture(link, c.get('config').shortBaseUrl, parameters);
}

export const getQrPage = createHandlers(async (c) => {
  const link = await linkInPath(c);
  const dead = await deadOf(c, link);
  if (dead !== null) return show(c, deadLinkPage(link.alias ?? link.code, dead.message), 410);
  const parameters: QrParameters = { ...FIRST_QR, ...parametersOf(c) };
  let errors: FormErrors = {};
  try {
    await drawIfEnabled(c, link, parameters);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    errors = errorsOf(messageOf(error), parameters);
  }
  const page = qrPage({
    shortCode: link.alias ?? link.code,
    content: contentOf(link, c.get('config').shortBaseUrl, parameters.track === 'true').replace(/^https?:\/\//, ''),
    parameters,
    contrast: contrastOfQr(parameters),
    errors,
  });
  return show(c, page, Object.keys(errors).length === 0 ? 200 : 400);
});

export const getQrPicture = createHandlers(async (c) => {
  try {
    const link = await linkInPath(c);
    if ((await deadOf(c, link)) !== null) throw new Refusal('LINK_GONE');
    const { type, body, name } = await drawIfEnabled(c, link, parametersOf(c));
    const download: Record<string, string> =
      name === null ? {} : { 'Content-Disposition': `attachment; filename="${name}"` };
    return c.body(body, 200, { 'Content-Type': type, ...download });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'LINK_NOT_FOUND') return c.notFound();
    throw error;
  }
});
