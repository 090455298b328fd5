/** The page of a link's QR code, and its picture. The rules are those of GET /v2/qr/:shortCode. */
import { computeStatus, makeAddress } from '#api/links/link-record';
import { currentSettings } from '#api/platform/settings';
import { openLogo } from '#api/qr/logo';
import { drawQrCode } from '#api/qr/picture';
import { MAX_SIZE, QrQuery } from '#api/qr/query';
import { findStyle, type QrStyle } from '#api/qr/style';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { makeScanAddress } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import { Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import type { Forms } from '../forms/form';
import { formatMessage, type RefusedStatus } from '../forms/handle-form';
import { readForms } from '../forms/kept-in-browser';
import { findLink } from '../links/account-links';
import { type DeadLink, deadLinkPage, explainDeadLink } from '../links/link-status';
import { type ConsolePage, show } from '../page';
import { Kept } from './kept';
import { Options } from './options';
import { contrastOfQr, explainErrors, type QrParameters, readParameters } from './parameters';
import { QrPicture, type QrView } from './qr-picture';

/** The address that a code holds. */
function makeContent(link: Link, shortBaseUrl: string, track: boolean): string {
  const { shortUrl } = makeAddress(link, shortBaseUrl);
  return track ? makeScanAddress(shortUrl) : shortUrl;
}

/** @throws Refusal FIELD_INVALID or QR_DISABLED */
async function drawPicture(c: ConsoleContext, link: Link, parameters: QrParameters, style: QrStyle) {
  const { qr } = await currentSettings(c.env, c.get('now'));
  if (!qr) throw new Refusal('QR_DISABLED');
  const query = QrQuery.safeParse(parameters);
  if (!query.success) throw new Refusal('FIELD_INVALID', { detail: query.error.issues[0]?.message ?? '' });
  const { download, track, logo: hasLogo, ...drawing } = query.data;
  const { shortBaseUrl } = c.get('config');
  const logo = hasLogo && style.logo !== null ? openLogo(style.logo, drawing.format) : null;
  const picture = drawQrCode(makeContent(link, shortBaseUrl, track), drawing, logo);
  const { shortCode } = makeAddress(link, shortBaseUrl);
  return { ...picture, name: download ? `qr-${shortCode}.${drawing.format}` : null };
}

/** Returns what became of a dead link, which has no picture; null for an active link. */
async function readDeadLink(c: ConsoleContext, link: Link): Promise<DeadLink | null> {
  const now = c.get('now');
  return explainDeadLink(link, computeStatus(link, await getDenylist(c.env, now), now), c.get('config').contact);
}

/** What is wrong with the parameters, in the messages of the API; nothing if they give a picture. */
async function listFaults(c: ConsoleContext, link: Link, parameters: QrParameters, style: QrStyle): Promise<string[]> {
  const query = QrQuery.safeParse(parameters);
  if (!query.success) return query.error.issues.map(({ message }) => message);
  try {
    // No picture is needed here, and an SVG is drawn without reading the logo.
    await drawPicture(c, link, { ...parameters, format: 'svg' }, style);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [formatMessage(error)];
    throw error;
  }
}

type Studio = Pick<QrView, 'parameters' | 'errors' | 'style'>;

/** The parameters of the picture that can be shown. An SVG has no pixels, so another width than the wrong one will do. */
async function findDrawn(c: ConsoleContext, link: Link, { parameters, errors, style }: Studio) {
  const wrong = Object.keys(errors);
  if (wrong.length === 0) return parameters;
  const other = { ...parameters, size: String(MAX_SIZE) };
  const isOnlySize = wrong.every((name) => name === 'size');
  return isOnlySize && (await listFaults(c, link, other, style)).length === 0 ? other : null;
}

/** Shows the studio with the options of a form that was refused, or else with those of the address. */
export async function showStudio(
  c: ConsoleContext,
  forms: Forms,
  status: 200 | RefusedStatus = 200,
): Promise<Response> {
  const [link, style] = await Promise.all([findLink(c), findStyle(c.env, c.get('account').id)]);
  const dead = await readDeadLink(c, link);
  if (dead !== null) return show(c, deadLinkPage(link.alias ?? link.code, dead.message), 410);
  const sent = forms.state?.typed.query;
  const asked = sent === undefined ? c.req.query() : Object.fromEntries(new URLSearchParams(sent));
  const parameters = readParameters(asked, style);
  const errors = explainErrors(await listFaults(c, link, parameters, style), parameters);
  const page = qrPage({
    shortCode: link.alias ?? link.code,
    content: makeContent(link, c.get('config').shortBaseUrl, parameters.track === 'true').replace(/^https?:\/\//, ''),
    parameters,
    contrast: contrastOfQr(parameters),
    errors,
    drawn: await findDrawn(c, link, { parameters, errors, style }),
    style,
    forms,
  });
  c.set('pictures', 'blob:');
  return show(c, page, status === 200 && Object.keys(errors).length > 0 ? 400 : status);
}

export const getQrPage = createHandlers(async (c) => showStudio(c, await readForms(c)));

export const getQrPicture = createHandlers(async (c) => {
  try {
    const [link, style] = await Promise.all([findLink(c), findStyle(c.env, c.get('account').id)]);
    if ((await readDeadLink(c, link)) !== null) throw new Refusal('LINK_GONE');
    const { type, body, name } = await drawPicture(c, link, readParameters(c.req.query(), style), style);
    const download: Record<string, string> =
      name === null ? {} : { 'Content-Disposition': `attachment; filename="${name}"` };
    c.set('pictures', 'data:');
    return c.body(body, 200, { 'Content-Type': type, ...download });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'LINK_NOT_FOUND') return c.notFound();
    throw error;
  }
});

/** The QR studio of a link: the picture, and the form of its options. */
const qrPage = (view: QrView): ConsolePage => ({
  title: `QR code of ${view.shortCode}`,
  own: 'qr',
  section: 'links',
  main: (
    <>
      <Head title="QR code" back={[view.content.replace(/\?.*/, ''), `/console/links/${view.shortCode}`]} />
      <div class="studio">
        <QrPicture {...view} />
        <Options {...view} />
        <Kept {...view} />
      </div>
    </>
  ),
});
