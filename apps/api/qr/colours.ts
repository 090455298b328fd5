/** Which two colours scanners can tell apart. Colours are six hexadecimal digits, `rrggbb`. */

/** The shares of red, green and blue in what is seen (Rec. 709). */
const SHARES = [0.2126, 0.7152, 0.0722] as const;

/** Red, green and blue, 0 to 255 each. */
export function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const seen = (channels: readonly number[]): number =>
  SHARES.reduce((sum, share, i) => sum + share * (channels[i] ?? 0), 0);

/** WCAG 2.2, "relative luminance": 0 to 1. */
const luminanceOf = (colour: string): number =>
  seen(
    channelsOf(colour).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }),
  );

/** WCAG 2.2, "contrast ratio", of dark on light: 1 to 21; under 1 where it is light on dark. */
export const contrastOf = (dark: string, light: string): number =>
  (luminanceOf(light) + 0.05) / (luminanceOf(dark) + 0.05);

/** What a decoder makes of a colour before it looks for a code: 0 to 255. */
const greyOf = (colour: string): number => Math.round(seen(channelsOf(colour)));

/** How bright dark is beside light once both are grey. Colours unlike to us can be one to a decoder: red and dark grey. */
export const greyRatioOf = (dark: string, light: string): number => greyOf(dark) / greyOf(light);
