/** The query parameters of a QR code (specification 9.1). */
import * as z from 'zod';
import { strictQuery, wholeNumber } from '#api/http/fields';
import { makeScanAddress } from '#domain/short-address';
import { LEVELS, type Level, measureContrast, measureGreyRatio } from './drawing';

/** The least contrast of the two colours (WCAG 2.2). */
export const MIN_CONTRAST = 3;
/**
 * The greatest grey ratio that jsQR can read. The decoder counts a pixel as dark below half the light grey, and it
 * rounds, so the ratio is a little less than a half.
 */
export const MAX_GREY_RATIO = 0.49;

/** The least and the greatest side of a picture, in pixels. The greatest one prints 17 cm wide at 300 dpi. */
export const [MIN_SIZE, MAX_SIZE] = [100, 2_000];

/** The widest empty space around a code, in modules. */
export const MAX_MARGIN = 16;

/** The level of error correction of a code whose request names none, in the API and in the console. */
export const DEFAULT_LEVEL: Level = 'M';

/** The color of the QR code that the documentation shows. */
export const EXAMPLE_COLOR = '2f4a94';

const CONTRAST_RULE = `color must be dark on a light bgColor, at a contrast of at least ${MIN_CONTRAST}:1: other codes do not scan`;
const GREY_RULE = 'color must be less than half as bright as bgColor once both are grey: other codes do not scan';

const amount = (name: string, min: number, max: number, preset: number) =>
  wholeNumber(min, max, `${name} must be a whole number from ${min} to ${max}`).default(preset);

/**
 * A parameter with a colour. If the colour has three digits, each digit is doubled, as in CSS. The examples stand
 * before the transformation, because zod drops them after it.
 */
const colour = (name: string, preset: string, examples?: string[]) => {
  const rule = `${name} must be hexadecimal digits without #, like 1a2b3c`;
  return z
    .string(rule)
    .regex(/^([\da-fA-F]{3}){1,2}$/, rule)
    .meta(examples === undefined ? {} : { examples })
    .transform((digits) => (digits.length === 3 ? digits.replace(/./g, '$&$&') : digits).toLowerCase())
    .default(preset);
};

const flag = (name: string) =>
  z
    .enum(['true', 'false'], `${name} must be true or false`)
    .transform((value) => value === 'true')
    .pipe(z.boolean())
    .default(false);

/**
 * The query of a QR code. An unknown parameter is refused, because a mistyped `color` would silently have no effect.
 */
export const QrQuery = strictQuery({
  format: z.enum(['svg', 'png'], 'format must be svg or png').default('png').describe('File type of the picture.'),
  size: amount('size', MIN_SIZE, MAX_SIZE, 300).describe('Width and height in pixels.'),
  level: z
    .enum(LEVELS, `level must be ${LEVELS.slice(0, -1).join(', ')} or ${LEVELS.at(-1)}`)
    .default(DEFAULT_LEVEL)
    .describe('Error correction: about 7, 15, 25 or 30 % of the code may be damaged.'),
  margin: amount('margin', 0, MAX_MARGIN, 4).describe('Empty space around the code, in modules.'),
  color: colour('color', '000000', [EXAMPLE_COLOR]).describe(
    'Color of the dark modules, as 3 or 6 hexadecimal digits without `#`. Default: black.',
  ),
  bgColor: colour('bgColor', 'ffffff').describe('Background color, in the same form. Default: white.'),
  download: flag('download').describe('`true` makes browsers save the picture as a file.'),
  track: flag('track').describe(
    `\`true\` counts visits by this code as scans. The code then holds the short address with \`${makeScanAddress('')}\`.`,
  ),
  logo: flag('logo').describe(
    '`true` puts the logo of the account in the middle, which its owner uploads in the console. The code then has the best level with room for it, and `level` has no effect.',
  ),
})
  .refine(({ color, bgColor }) => measureContrast(color, bgColor) >= MIN_CONTRAST, CONTRAST_RULE)
  .refine(({ color, bgColor }) => measureGreyRatio(color, bgColor) <= MAX_GREY_RATIO, GREY_RULE);
export type QrQuery = z.output<typeof QrQuery>;
