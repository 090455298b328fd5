/** The QR code of a link: its page, and the picture itself, by the rules of GET /v2/qr/:shortCode. */
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { linkRecord } from '../../link-record';
import { ownLink } from '../../own-link';
import { pictureOf } from '../../qr/picture';
import { QrQuery } from '../../qr/query';
import { currentSettings } from '../../settings';
import { type ConsoleContext, createHandlers } from '../context';
import { type FormErrors, NO_ERRORS, wordsOf } from '../form';
import { show } from '../page';
import { qrPage } from '../pages/qr';

const SCAN_MARK = '?qr=1';

const theirLink = (c: ConsoleContext): Promise<Link> => ownLink(c.env, c.get('account').id, c.req.param('code') ?? '');

/** A colour as its field sends it begins with `#`. */
const wishOf = (c: ConsoleContext): Record<string, string> =>
  Object.fromEntries(Object.entries(c.req.query()).map(([name, value]) => [name, value.replace(/^#/, '')]));

/** What is wrong, beside the field that the rule names first. */
const errorsOf = (words: string): FormErrors => {
  const field = ['size', 'margin', 'color', 'bgColor'].find((name) => words.startsWith(`${name} `));
  return { [field ?? 'form']: words };
};

function draw(link: Link, shortBaseUrl: string, wish: Record<string, string>) {
  const query = QrQuery.safeParse(wish);
  if (!query.success) throw new Refusal('FIELD_INVALID', { detail: query.error.issues[0]?.message ?? '' });
  const { download, track, ...drawing } = query.data;
  const { shortUrl, shortCode } = linkRecord(link, shortBaseUrl);
  const picture = pictureOf(track ? `${shortUrl}${SCAN_MARK}` : shortUrl, drawing);
  return { ...picture, name: download ? `qr-${shortCode}.${drawing.format}` : null };
}

async function drawAllowed(c: ConsoleContext) {
  const [link, { qr }] = await Promise.all([theirLink(c), currentSettings(c.env, c.get('now'))]);
  if (!qr) throw new Refusal('QR_DISABLED');
  return draw(link, c.get('config').shortBaseUrl, wishOf(c));
}

export const getQrPage = createHandlers(async (c) => {
  const link = await theirLink(c);
  let errors = NO_ERRORS;
  try {
    await drawAllowed(c);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    errors = errorsOf(wordsOf(error));
  }
  const page = qrPage({ shortCode: link.alias ?? link.code, wish: wishOf(c), errors });
  return show(c, page, errors === NO_ERRORS ? 200 : 400);
});

export const getQrPicture = createHandlers(async (c) => {
  try {
    const { type, body, name } = await drawAllowed(c);
    const download: Record<string, string> =
      name === null ? {} : { 'Content-Disposition': `attachment; filename="${name}"` };
    return c.body(body, 200, { 'Content-Type': type, ...download });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'LINK_NOT_FOUND') return c.notFound();
    throw error;
  }
});
