/** The parameters of a picture in the QR studio: initial values, presets, contrast, and what is wrong with them. */
import { measureContrast, measureGreyRatio } from '#api/qr/drawing';
import { DEFAULT_LEVEL, MAX_GREY_RATIO, MAX_MARGIN, MAX_SIZE, MIN_CONTRAST, MIN_SIZE } from '#api/qr/query';
import type { QrStyle } from '#api/qr/style';
import type { FormErrors } from '../forms/form';

/** The query parameters of a picture, as texts. */
export type QrParameters = Readonly<Record<string, string>>;

/** The values that the form begins with. Unlike the API, the console counts visits by the code as scans. */
const firstQr = ({ color, bgColor, hasLogo }: QrStyle): QrParameters => ({
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
export type Contrast = { readonly kind: 'good' | 'wait' | 'wrong'; readonly words: string };

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
  const said = `Contrast ${figure}:1.`;
  if (ratio < 1) return { kind: 'wrong', words: `${said} The code must be darker than its background, to be scanned.` };
  if (ratio < MIN_CONTRAST)
    return {
      kind: 'wrong',
      words: `${said} Scanners need ${MIN_CONTRAST}:1, so choose a darker code or a lighter background.`,
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

/** Whether the parameters are those of a purpose other than the screen. */
export const isForPaper = (parameters: QrParameters): boolean =>
  QR_PURPOSES.some((one) => one.name !== 'Screen' && isOfPreset(parameters, one));

const COLOURS = ['color', 'bgColor'];

/**
 * The parameters of a picture: those of the query, and what the account keeps for the others. A colour may be typed as in
 * a stylesheet: with `#`, with three digits, in capitals.
 */
export function readParameters(asked: QrParameters, style: QrStyle): QrParameters {
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

/** The fields of the form that may be wrong, with their labels. */
export const QR_FIELDS = {
  color: 'Code colour',
  bgColor: 'Background',
  logo: 'Logo in the middle',
  size: 'Width (pixels)',
  margin: 'Margin (dots)',
} as const;
export type QrField = keyof typeof QR_FIELDS;
const isField = (name: string): name is QrField => name in QR_FIELDS;

/** Returns the messages of the API by the field with which they begin. Any other is of the whole form. */
export function explainErrors(messages: readonly string[], parameters: QrParameters): FormErrors {
  const errors: Record<string, string> = {};
  for (const message of messages) {
    const name = message.replace(/ .*/s, '');
    if (isField(name)) errors[name] ??= explainField(name, message, parameters);
    else errors.form ??= message;
  }
  return errors;
}

function explainField(name: QrField, message: string, parameters: QrParameters): string {
  const contrast = contrastOfQr(parameters);
  if (name === 'logo') return 'This address is too long to have a logo in its code.';
  if (name === 'margin') return `Enter a whole number from 0 to ${MAX_MARGIN}.`;
  if (name === 'size') return explainSize(parameters.size ?? '', / at least (\d+)/.exec(message)?.[1]);
  return contrast?.kind === 'wrong' ? contrast.words : 'Enter six hexadecimal digits, such as #1b2f6b.';
}

/** @param least the width that the code needs, if that is what is wrong */
function explainSize(size: string, least: string | undefined): string {
  if (least !== undefined) return `This code needs ${least} pixels or more as a PNG.`;
  if (!/^\d+$/.test(size)) return 'Enter a whole number.';
  return Number(size) < MIN_SIZE ? 'This is too small for a PNG.' : 'This is too large for a PNG.';
}
