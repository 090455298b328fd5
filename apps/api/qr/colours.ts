/** Measures how well scanners can distinguish two colours. A colour is six hexadecimal digits, `rrggbb`. */

/** The weights of red, green and blue in brightness (Rec. 709). */
const SHARES = [0.2126, 0.7152, 0.0722] as const;

/** Returns red, green and blue of a colour, each from 0 to 255. */
export function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const weightedSum = (channels: readonly number[]): number =>
  SHARES.reduce((sum, share, i) => sum + share * (channels[i] ?? 0), 0);

/** Returns the relative luminance of a colour (WCAG 2.2), from 0 to 1. */
const luminanceOf = (colour: string): number =>
  weightedSum(
    channelsOf(colour).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }),
  );

/**
 * Returns the contrast ratio of `dark` on `light` (WCAG 2.2), from 1 to 21. It is below 1 if `dark` is the lighter one.
 */
export const contrastOf = (dark: string, light: string): number =>
  (luminanceOf(light) + 0.05) / (luminanceOf(dark) + 0.05);

/** Returns the grey, from 0 to 255, to which a decoder converts a colour before it looks for a code. */
const greyOf = (colour: string): number => Math.round(weightedSum(channelsOf(colour)));

/**
 * Returns the ratio of two greys. Colours that differ for people, such as red and dark grey, can have the same grey.
 */
export const greyRatioOf = (dark: string, light: string): number => greyOf(dark) / greyOf(light);
