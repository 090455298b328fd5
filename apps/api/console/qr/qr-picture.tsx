/** The picture of the QR studio with its downloads, and the initial values, presets and contrast of its form. */

import type { FC } from 'hono/jsx';
import { measureContrast, measureGreyRatio } from '#api/qr/drawing';
import { DEFAULT_LEVEL, MAX_GREY_RATIO, MAX_SIZE, MIN_CONTRAST } from '#api/qr/query';
import type { QrStyle } from '#api/qr/style';
import { Alert } from '../components';
import type { FormErrors, Forms } from '../forms/form';

/** The query parameters of a picture, as texts. */
export type QrParameters = Readonly<Record<string, string>>;

/** The values that the form begins with. Unlike the API, the console counts visits by the code as scans. */
export const firstQr = ({ color, bgColor, hasLogo }: QrStyle): QrParameters => ({
  size: '600',
  margin: '4',
  color,
  bgColor,
  level: DEFAULT_LEVEL,
  track: 'true',
  logo: String(hasLogo),
});

type Preset = { readonly name: string; readonly parameters: QrParameters };
type Purpose = Preset & { readonly use: string };

/** A purpose keeps the colours and the counting of scans. */
export const QR_PURPOSES: readonly Purpose[] = [
  { name: 'Screen', use: 'web pages, mail, slides', parameters: { size: '600', margin: '4', level: DEFAULT_LEVEL } },
  { name: 'Print', use: 'flyers, menus, packaging', parameters: { size: String(MAX_SIZE), margin: '4', level: 'Q' } },
  {
    name: 'Outdoors',
    use: 'stickers, signs, weather',
    parameters: { size: String(MAX_SIZE), margin: '6', level: 'H' },
  },
];

/** Pairs of colours that scan well, even in poor light. */
export const QR_COLOURS: readonly Preset[] = [
  { name: 'Black', parameters: { color: '000000', bgColor: 'ffffff' } },
  { name: 'Navy', parameters: { color: '1b2f6b', bgColor: 'ffffff' } },
  { name: 'Forest', parameters: { color: '14532d', bgColor: 'ffffff' } },
  { name: 'Wine', parameters: { color: '7a1230', bgColor: 'ffffff' } },
  { name: 'Plum', parameters: { color: '4a2272', bgColor: 'f6f1fb' } },
  { name: 'Sepia', parameters: { color: '4a2c12', bgColor: 'fbf4e6' } },
];

/** Whether the parameters are those of a preset. */
export const isOfPreset = (parameters: QrParameters, preset: Preset): boolean =>
  Object.entries(preset.parameters).every(([name, value]) => parameters[name] === value);

/** The contrast of the two colours. `kind` is that of the alert that says it; `wrong` if no picture is drawn. */
type Contrast = { readonly kind: 'good' | 'wait' | 'wrong'; readonly words: string };

/** The contrast from which a code also scans in poor light. It is the enhanced contrast of texts (WCAG 2.2, 1.4.6). */
const HIGH = 7;
/** The contrast from which a code scans in good light. It is the least contrast of texts (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5;

const isColour = (text: string | undefined): text is string => /^[\da-f]{6}$/i.test(text ?? '');

/** Returns the contrast in words; null if a colour is invalid. */
export function contrastOfQr({ color, bgColor }: QrParameters): Contrast | null {
  if (!isColour(color) || !isColour(bgColor)) return null;
  const ratio = measureContrast(color, bgColor);
  const figure = Math.floor(Math.max(ratio, 1 / ratio) * 10) / 10;
  const said = `Contrast ${figure} : 1.`;
  if (ratio < 1) return { kind: 'wrong', words: `${said} The code must be darker than its background, to be scanned.` };
  if (ratio < MIN_CONTRAST)
    return {
      kind: 'wrong',
      words: `${said} Scanners need ${MIN_CONTRAST} : 1: choose a darker code or a lighter background.`,
    };
  if (measureGreyRatio(color, bgColor) > MAX_GREY_RATIO)
    return { kind: 'wrong', words: `${said} Scanners see greys, and these two are too close: choose a darker code.` };
  if (ratio < ENOUGH)
    return { kind: 'wait', words: `${said} Just enough: try it with an old phone before you print it.` };
  return {
    kind: 'good',
    words: `${ratio < HIGH ? 'Scans well in good light' : 'Scans well'} · contrast ${figure}:1`,
  };
}

export type QrView = {
  readonly shortCode: string;
  /** The address that the code holds, without its scheme. */
  readonly content: string;
  /** The query parameters of the picture. */
  readonly parameters: QrParameters;
  /** Null if a colour is invalid. */
  readonly contrast: Contrast | null;
  readonly errors: FormErrors;
  /** What the account keeps for every link. */
  readonly style: QrStyle;
  readonly forms: Forms;
};

export const studioPath = (shortCode: string): string => `/console/links/${shortCode}/qr`;

export const addressWith = (address: string, parameters: QrParameters): string =>
  `${address}?${new URLSearchParams(parameters)}`;

/** The picture as it is downloaded. The script replaces it after each change of the form. */
export const QrPicture: FC<QrView> = ({ shortCode, content, parameters, contrast, errors }) => {
  const picture = (more: QrParameters) => addressWith(`${studioPath(shortCode)}/picture`, { ...parameters, ...more });
  const messages = Object.values(errors);
  return (
    <section class="card seen" id="seen">
      <h2 class="unseen">The picture</h2>
      {messages.length > 0 ? (
        <>
          <div class="ground">
            <p class="qr none" aria-hidden="true" />
          </div>
          {messages.map((message) => (
            <Alert kind="wrong">{message}</Alert>
          ))}
        </>
      ) : (
        <>
          <div class="ground">
            <img class="qr" src={picture({ format: 'svg' })} alt={`QR code of ${content}`} width="600" height="600" />
          </div>
          <div class="about-picture">
            <Content of={content} />
            <p class="soft">{`PNG: ${parameters.size} × ${parameters.size} pixels`}</p>
            {contrast?.kind === 'good' && <Verdict words={contrast.words} />}
          </div>
          {contrast && contrast.kind !== 'good' && <Alert kind={contrast.kind}>{contrast.words}</Alert>}
          <p class="takes">
            {FORMATS[isForPaper(parameters) ? 'paper' : 'screen'].map((format, place) => (
              <a
                class={place === 0 ? 'button' : 'button quiet'}
                href={picture({ format, download: 'true' })}
                download
              >{`Download ${format.toUpperCase()}`}</a>
            ))}
            <button class="quiet" type="button" data-copy-picture={picture({ format: 'png' })} hidden>
              Copy as image
            </button>
          </p>
        </>
      )}
    </section>
  );
};

/** The formats of a download. The first one suits the purpose: a printer enlarges an SVG without loss. */
const FORMATS = { screen: ['png', 'svg'], paper: ['svg', 'png'] } as const;

/** Whether the parameters are those of a purpose other than the screen. */
export const isForPaper = (parameters: QrParameters): boolean =>
  QR_PURPOSES.some((one) => one.name !== 'Screen' && isOfPreset(parameters, one));

/** The address in the code. Its lines break after a slash. */
const Content: FC<{ of: string }> = ({ of }) => {
  const [host = '', ...rest] = of.split('/');
  return (
    <p>
      <bdi>
        {host}/<wbr />
        {rest.join('/')}
      </bdi>
    </p>
  );
};

const Verdict: FC<{ words: string }> = ({ words }) => (
  <p class="verdict" data-verdict>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 12.500l5 5L19 7" />
    </svg>
    {words}
  </p>
);
