/** The page of a link's QR code, and its picture. The rules are those of GET /v2/qr/:shortCode. */

import type { FC } from 'hono/jsx';
import { computeStatus, makeAddress } from '#api/links/link-record';
import { currentSettings } from '#api/platform/settings';
import { drawQrCode } from '#api/qr/picture';
import { QrQuery } from '#api/qr/query';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { makeScanAddress } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import { Choice, Field, formatCount, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import type { FormErrors } from '../forms/form';
import { formatMessage } from '../forms/handle-form';
import { findLink } from '../links/account-links';
import { type DeadLink, deadLinkPage, explainDeadLink } from '../links/link-status';
import { type ConsolePage, show } from '../page';
import {
  addressWith,
  contrastOfQr,
  FIRST_QR,
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

/** The query parameters. A colour may be typed as in a stylesheet: with `#`, with three digits, in capitals. */
const readParameters = (c: ConsoleContext): Record<string, string> =>
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
function explainErrors(message: string, parameters: QrParameters): FormErrors {
  const contrast = contrastOfQr(parameters);
  if (message.startsWith('color ') && contrast?.kind === 'wrong') return { color: contrast.words };
  const field = ['size', 'margin', ...COLOURS].find((name) => message.startsWith(`${name} `)) ?? 'form';
  return { [field]: COLOURS.includes(field) ? 'Enter six hexadecimal digits, such as #1b2f6b.' : message };
}

/** The address that a code holds. */
function makeContent(link: Link, shortBaseUrl: string, track: boolean): string {
  const { shortUrl } = makeAddress(link, shortBaseUrl);
  return track ? makeScanAddress(shortUrl) : shortUrl;
}

function drawPicture(link: Link, shortBaseUrl: string, parameters: QrParameters) {
  const query = QrQuery.safeParse(parameters);
  if (!query.success) throw new Refusal('FIELD_INVALID', { detail: query.error.issues[0]?.message ?? '' });
  const { download, track, ...drawing } = query.data;
  const { shortCode } = makeAddress(link, shortBaseUrl);
  const picture = drawQrCode(makeContent(link, shortBaseUrl, track), drawing);
  return { ...picture, name: download ? `qr-${shortCode}.${drawing.format}` : null };
}

/** Returns what became of a dead link, which has no picture; null for an active link. */
async function readDeadLink(c: ConsoleContext, link: Link): Promise<DeadLink | null> {
  const now = c.get('now');
  return explainDeadLink(link, computeStatus(link, await getDenylist(c.env, now), now), c.get('config').contact);
}

async function drawIfEnabled(c: ConsoleContext, link: Link, parameters: QrParameters) {
  const { qr } = await currentSettings(c.env, c.get('now'));
  if (!qr) throw new Refusal('QR_DISABLED');
  return drawPicture(link, c.get('config').shortBaseUrl, parameters);
}

export const getQrPage = createHandlers(async (c) => {
  const link = await findLink(c);
  const dead = await readDeadLink(c, link);
  if (dead !== null) return show(c, deadLinkPage(link.alias ?? link.code, dead.message), 410);
  const parameters: QrParameters = { ...FIRST_QR, ...readParameters(c) };
  let errors: FormErrors = {};
  try {
    await drawIfEnabled(c, link, parameters);
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
  });
  return show(c, page, Object.keys(errors).length === 0 ? 200 : 400);
});

export const getQrPicture = createHandlers(async (c) => {
  try {
    const link = await findLink(c);
    if ((await readDeadLink(c, link)) !== null) throw new Refusal('LINK_GONE');
    const { type, body, name } = await drawIfEnabled(c, link, readParameters(c));
    const download: Record<string, string> =
      name === null ? {} : { 'Content-Disposition': `attachment; filename="${name}"` };
    return c.body(body, 200, { 'Content-Type': type, ...download });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'LINK_NOT_FOUND') return c.notFound();
    throw error;
  }
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
const [MIN_SIZE, MAX_SIZE] = [100, 1_000];

/** The bounds of the width, and the width on paper for a purpose that prints it. */
function widthHint(parameters: QrParameters): string {
  const size = Number(parameters.size);
  const bounds = `${MIN_SIZE} to ${formatCount(MAX_SIZE)}.`;
  return isForPaper(parameters) && size >= MIN_SIZE && size <= MAX_SIZE
    ? `${bounds} About ${(size / DOTS_PER_CENTIMETRE).toFixed(1)} cm at 300 dpi.`
    : bounds;
}

const Options: FC<QrView> = ({ shortCode, parameters, errors }) => (
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
          hint="More means smaller dots."
        />
        <div class="field counting">
          <label class="check">
            <input
              type="checkbox"
              name="track"
              value="true"
              checked={parameters.track === 'true'}
              aria-describedby="track-hint"
            />
            Count scans
          </label>
          {/* Of two values of a name the first counts, so this is the value of a box that is not ticked. */}
          <input type="hidden" name="track" value="false" />
          <p class="hint" id="track-hint">
            Adds ?qr=1, so scans are counted apart.
          </p>
        </div>
      </fieldset>
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
    <p class="unseen" role="status" data-said />
  </section>
);
