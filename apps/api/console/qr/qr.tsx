/** The page of a link's QR code, and its picture. The rules are those of GET /v2/qr/:shortCode. */

import type { Child, FC } from 'hono/jsx';
import { computeStatus, makeAddress } from '#api/links/link-record';
import { currentSettings } from '#api/platform/settings';
import { decodeBase64, encodeBase64, makeLogo, openLogo } from '#api/qr/logo';
import { drawQrCode } from '#api/qr/picture';
import { MAX_SIZE, MIN_SIZE, QrQuery } from '#api/qr/query';
import { findStyle, type QrStyle, removeLogo, saveLogo, saveLook } from '#api/qr/style';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { makeScanAddress } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import { Choice, Field, formatCount, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import type { FormErrors, Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { FormRefused, formatMessage, handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { findLink } from '../links/account-links';
import { type DeadLink, deadLinkPage, explainDeadLink } from '../links/link-status';
import { type ConsolePage, show } from '../page';
import { readActor } from '../sign-in/session';
import { KEEP_LOOK, LOGO_FAULTS, REMOVE_LOGO, UPLOAD_LOGO } from './forms';
import {
  addressWith,
  contrastOfQr,
  firstQr,
  isForPaper,
  isOfPreset,
  QR_COLOURS,
  QR_PURPOSES,
  type QrParameters,
  QrPicture,
  type QrView,
  studioPath,
} from './qr-picture';

const COLOURS = ['color', 'bgColor'];

/**
 * The parameters of a picture: those of the query, and what the account keeps for the others. A colour may be typed as in
 * a stylesheet: with `#`, with three digits, in capitals.
 */
function readParameters(asked: QrParameters, style: QrStyle): QrParameters {
  const typed = Object.entries(asked).map(([name, value]) => [
    name,
    COLOURS.includes(name) ? plainColour(value) : value,
  ]);
  return { ...firstQr(style), ...Object.fromEntries(typed), ...(style.logo === null && { logo: 'false' }) };
}

function plainColour(value: string): string {
  const digits = value.trim().replace(/^#/, '').toLowerCase();
  return /^[\da-f]{3}$/.test(digits) ? digits.replaceAll(/./g, '$&$&') : digits;
}

/**
 * Returns the message as an error of the field that it begins with. Any other message is an error of the whole form. A
 * contrast that is too low has a message of its own.
 */
function explainErrors(message: string, parameters: QrParameters): FormErrors {
  const contrast = contrastOfQr(parameters);
  if (message.startsWith('color ') && contrast?.kind === 'wrong') return { color: contrast.words };
  const field = ['size', 'margin', 'logo', ...COLOURS].find((name) => message.startsWith(`${name} `)) ?? 'form';
  return { [field]: COLOURS.includes(field) ? 'Enter six hexadecimal digits, such as #1b2f6b.' : message };
}

/** The address that a code holds. */
function makeContent(link: Link, shortBaseUrl: string, track: boolean): string {
  const { shortUrl } = makeAddress(link, shortBaseUrl);
  return track ? makeScanAddress(shortUrl) : shortUrl;
}

async function drawPicture(link: Link, shortBaseUrl: string, parameters: QrParameters, style: QrStyle) {
  const query = QrQuery.safeParse(parameters);
  if (!query.success) throw new Refusal('FIELD_INVALID', { detail: query.error.issues[0]?.message ?? '' });
  const { download, track, logo: hasLogo, ...drawing } = query.data;
  const { shortCode } = makeAddress(link, shortBaseUrl);
  const logo = hasLogo && style.logo !== null ? openLogo(style.logo, drawing.format) : null;
  const picture = drawQrCode(makeContent(link, shortBaseUrl, track), drawing, logo);
  return { ...picture, name: download ? `qr-${shortCode}.${drawing.format}` : null };
}

/** Returns what became of a dead link, which has no picture; null for an active link. */
async function readDeadLink(c: ConsoleContext, link: Link): Promise<DeadLink | null> {
  const now = c.get('now');
  return explainDeadLink(link, computeStatus(link, await getDenylist(c.env, now), now), c.get('config').contact);
}

async function drawIfEnabled(c: ConsoleContext, link: Link, parameters: QrParameters, style: QrStyle) {
  const { qr } = await currentSettings(c.env, c.get('now'));
  if (!qr) throw new Refusal('QR_DISABLED');
  return drawPicture(link, c.get('config').shortBaseUrl, parameters, style);
}

/** Shows the studio with the options of a form that was refused, or else with those of the address. */
async function showStudio(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const [link, style] = await Promise.all([findLink(c), findStyle(c.env, c.get('account').id)]);
  const dead = await readDeadLink(c, link);
  if (dead !== null) return show(c, deadLinkPage(link.alias ?? link.code, dead.message), 410);
  const sent = forms.state?.typed.query;
  const asked = sent === undefined ? c.req.query() : Object.fromEntries(new URLSearchParams(sent));
  const parameters = readParameters(asked, style);
  let errors: FormErrors = {};
  try {
    // No picture is needed here, and an SVG is drawn without decoding the logo.
    await drawIfEnabled(c, link, { format: 'svg', ...parameters }, style);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    errors = explainErrors(formatMessage(error), parameters);
  }
  const page = qrPage({
    shortCode: link.alias ?? link.code,
    content: makeContent(link, c.get('config').shortBaseUrl, parameters.track === 'true').replace(/^https?:\/\//, ''),
    parameters,
    contrast: contrastOfQr(parameters),
    errors,
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
    const { type, body, name } = await drawIfEnabled(c, link, readParameters(c.req.query(), style), style);
    const download: Record<string, string> =
      name === null ? {} : { 'Content-Disposition': `attachment; filename="${name}"` };
    c.set('pictures', 'data:');
    return c.body(body, 200, { 'Content-Type': type, ...download });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'LINK_NOT_FOUND') return c.notFound();
    throw error;
  }
});

/** The logo of the account as it is stored. */
export const getLogo = createHandlers(async (c) => {
  const { logo } = await findStyle(c.env, c.get('account').id);
  return logo === null ? c.notFound() : c.body(decodeBase64(logo), 200, { 'Content-Type': 'image/png' });
});

const readChange = (c: ConsoleContext) => ({ accountId: c.get('account').id, by: readActor(c), now: c.get('now') });

/** The studio of a link with the options that a form has sent along. */
async function pathWith(c: ConsoleContext, query: string, more: QrParameters = {}): Promise<string> {
  const { alias, code } = await findLink(c);
  return addressWith(studioPath(alias ?? code), { ...Object.fromEntries(new URLSearchParams(query)), ...more });
}

export const postLogo = handleForm(UPLOAD_LOGO, {
  async run(c, { logo = '', query = '' }) {
    const to = await pathWith(c, query, { logo: 'true' });
    const made = await makeLogo(readFile(logo));
    if (typeof made === 'string') throw new FormRefused([['logo', LOGO_FAULTS[made]]]);
    await saveLogo(c.env, encodeBase64(made), readChange(c));
    return { to, notice: 'qr-logo-set' };
  },
  show: showStudio,
});

/** The bytes of a sent file. A browser that sends only its name, or any other text, has sent no file. */
function readFile(base64: string): Uint8Array {
  try {
    return decodeBase64(base64);
  } catch {
    return new Uint8Array(0);
  }
}

export const postLogoRemoval = handleForm(REMOVE_LOGO, {
  async run(c, { query = '' }) {
    const to = await pathWith(c, query, { logo: 'false' });
    await removeLogo(c.env, readChange(c));
    return { to, notice: 'qr-logo-removed' };
  },
  show: showStudio,
});

export const postLook = handleForm(KEEP_LOOK, {
  async run(c, { color = '', bgColor = '', logo = '', query = '' }) {
    const to = await pathWith(c, query);
    const look = QrQuery.safeParse({ color, bgColor, logo });
    if (!look.success) throw new FormRefused([['form', look.error.issues[0]?.message ?? '']]);
    const style = { color: look.data.color, bgColor: look.data.bgColor, hasLogo: look.data.logo };
    await saveLook(c.env, style, readChange(c));
    return { to, notice: 'qr-look-kept' };
  },
  show: showStudio,
});

const LEVELS = [
  ['L', 'Low – survives 7% damage'],
  ['M', 'Medium – survives 15% damage'],
  ['Q', 'High – survives 25% damage'],
  ['H', 'Highest – survives 30% damage'],
] as const;

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

type ColourProps = Pick<QrView, 'parameters' | 'errors'> & { label: string; name: 'color' | 'bgColor' };

/** A colour as a hexadecimal value. The script puts the browser's choice of colours beside it. */
const Colour: FC<ColourProps> = ({ label, name, parameters, errors }) => (
  <div class="swatch">
    <Field
      label={label}
      name={name}
      value={`#${parameters[name]}`}
      error={errors[name]}
      input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
    />
    <input type="color" data-well={name} aria-label={`Choose: ${label.toLowerCase()}`} hidden />
  </div>
);

/** The pairs of colours to begin with. */
const ColourPresets: FC<Pick<QrView, 'shortCode' | 'parameters'>> = ({ shortCode, parameters }) => (
  <nav class="pairs" aria-label="Colours to begin with">
    {QR_COLOURS.map((pair) => (
      <a
        href={addressWith(studioPath(shortCode), { ...parameters, ...pair.parameters })}
        aria-current={isOfPreset(parameters, pair) ? 'true' : undefined}
        data-preset
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path fill={`#${pair.parameters.bgColor}`} d="M0 0h24v24H0z" />
          <path fill={`#${pair.parameters.color}`} d="M0 24L24 0v24z" />
        </svg>
        {pair.name}
      </a>
    ))}
  </nav>
);

const DOTS_PER_CENTIMETRE = 300 / 2.54;

/** The bounds of the width, and the width on paper for a purpose that prints it. */
function widthHint(parameters: QrParameters): string {
  const size = Number(parameters.size);
  const bounds = `${MIN_SIZE} to ${formatCount(MAX_SIZE)}.`;
  return isForPaper(parameters) && size >= MIN_SIZE && size <= MAX_SIZE
    ? `${bounds} About ${(size / DOTS_PER_CENTIMETRE).toFixed(1)} cm at 300 dpi. An SVG prints sharp at any size.`
    : bounds;
}

/** Of two values of a name the first counts, so the second is the value of a box that is not ticked. */
const Tick: FC<{ name: string; label: string; isTicked: boolean; hint: Child }> = ({ name, label, isTicked, hint }) => (
  <div class="field counting">
    <label class="check">
      <input type="checkbox" name={name} value="true" checked={isTicked} aria-describedby={`${name}-hint`} />
      {label}
    </label>
    <input type="hidden" name={name} value="false" />
    <p class="hint" id={`${name}-hint`}>
      {hint}
    </p>
  </div>
);

const Options: FC<QrView> = ({ shortCode, parameters, errors, style }) => (
  <section class="card">
    <h2 id="purpose">Purpose</h2>
    <nav class="presets" aria-labelledby="purpose">
      {QR_PURPOSES.map((preset) => (
        <a
          href={addressWith(studioPath(shortCode), { ...parameters, ...preset.parameters })}
          aria-current={isOfPreset(parameters, preset) ? 'true' : undefined}
          data-preset
        >
          <b>{preset.name}</b>
          <span>{preset.use}</span>
        </a>
      ))}
    </nav>
    <form method="get" action={studioPath(shortCode)} data-studio>
      <fieldset>
        <legend class="heading">Colours</legend>
        <ColourPresets shortCode={shortCode} parameters={parameters} />
        <div class="fields">
          <Colour label="Code" name="color" parameters={parameters} errors={errors} />
          <Colour label="Background" name="bgColor" parameters={parameters} errors={errors} />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Logo</legend>
        {style.logo === null ? (
          <p class="soft small">
            <a href="#kept">Upload a logo</a> to put it in the middle.
          </p>
        ) : (
          <Tick
            name="logo"
            label="Logo in the middle"
            isTicked={parameters.logo === 'true'}
            hint={errors.logo ?? 'The code around it repairs more errors.'}
          />
        )}
      </fieldset>
      <fieldset>
        <legend class="heading">Size</legend>
        <div class="fields">
          <Field
            label="Width (pixels)"
            name="size"
            value={parameters.size}
            error={errors.size}
            hint={widthHint(parameters)}
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
          <Field
            label="Margin (dots)"
            name="margin"
            value={parameters.margin}
            error={errors.margin}
            hint="Scanners need 4."
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Scanning</legend>
        <Choice
          label="Error correction"
          name="level"
          value={parameters.level ?? ''}
          options={LEVELS}
          hint={parameters.logo === 'true' ? 'With a logo, as high as it can be.' : 'More means smaller dots.'}
        />
        <Tick
          name="track"
          label="Count scans"
          isTicked={parameters.track === 'true'}
          hint="Adds ?qr=1, so scans are counted apart."
        />
      </fieldset>
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
    <p class="unseen" role="status" data-said />
  </section>
);

/** What the account keeps for every link. The script replaces the first part after each change of the options. */
const Kept: FC<QrView> = ({ shortCode, parameters, errors, style, forms }) => {
  const params = { code: shortCode };
  const query = new URLSearchParams(parameters).toString();
  return (
    <section class="card kept" id="kept">
      <h2>For every link</h2>
      <div data-look>
        {isKeptLook(parameters, style) ? (
          <p class="soft">
            {`Every QR code in the console begins with these colours${style.hasLogo ? ' and your logo' : ''}.`}
          </p>
        ) : (
          Object.keys(errors).length === 0 && (
            <FormElement form={KEEP_LOOK} forms={forms} params={params}>
              {(shown) => (
                <>
                  <Input of={shown} name="query" value={query} />
                  <Input of={shown} name="color" value={parameters.color} />
                  <Input of={shown} name="bgColor" value={parameters.bgColor} />
                  <Input of={shown} name="logo" value={parameters.logo} />
                  <button class="quiet" type="submit">
                    Begin every QR code like this
                  </button>
                  <p class="hint">{`Until then: #${style.color} on #${style.bgColor}${style.hasLogo ? ', with your logo' : ''}.`}</p>
                </>
              )}
            </FormElement>
          )
        )}
      </div>
      <div class="logo">
        {style.logo !== null && <img src="/console/account/logo" alt="Your logo" />}
        <FormElement form={UPLOAD_LOGO} forms={forms} params={params}>
          {(shown) => (
            <>
              <Input of={shown} name="query" value={query} />
              <Input of={shown} name="logo" label={style.logo === null ? 'Your logo' : 'Another logo'} />
              <button class="quiet" type="submit">
                {style.logo === null ? 'Upload logo' : 'Replace logo'}
              </button>
            </>
          )}
        </FormElement>
        {style.logo !== null && (
          <FormElement form={REMOVE_LOGO} forms={forms} params={params}>
            {(shown) => (
              <>
                <Input of={shown} name="query" value={query} />
                <button class="text" type="submit">
                  Remove logo
                </button>
              </>
            )}
          </FormElement>
        )}
      </div>
    </section>
  );
};

/** Whether the options have the colours and the logo with which codes begin. */
const isKeptLook = ({ color, bgColor, logo }: QrParameters, style: QrStyle): boolean =>
  color === style.color && bgColor === style.bgColor && logo === String(style.hasLogo);
