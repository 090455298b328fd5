/**
 * The drawing of a QR code: its modules, how well scanners distinguish its colours, and its position and scale in whole
 * pixels, so that edges are sharp (specification 9.2).
 */
import QRCode from 'qrcode-svg';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;
/**
 * The level of error correction. A code stays readable if 7 per cent of it is lost (L), 15 (M), 25 (Q) or 30 (H)
 * (ISO/IEC 18004).
 */
export type Level = (typeof LEVELS)[number];

/** The modules of a code, row by row. True means dark. */
export type Modules = readonly (readonly boolean[])[];

/** Encodes an ASCII text. Returns null if the library cannot: with level H it fails for 192 to 217 characters. */
export function encodeModules(text: string, level: Level): Modules | null {
  try {
    return new QRCode({ content: text, ecl: level }).qrcode.modules;
  } catch {
    return null;
  }
}

/** The weights of red, green and blue in brightness (Rec. 709). */
const SHARES = [0.2126, 0.7152, 0.0722] as const;

/** Returns red, green and blue of a colour, each from 0 to 255. */
export function parseChannels(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const weightedSum = (channels: readonly number[]): number =>
  SHARES.reduce((sum, share, i) => sum + share * (channels[i] ?? 0), 0);

/** Returns the relative luminance of a colour (WCAG 2.2), from 0 to 1. */
const measureLuminance = (colour: string): number =>
  weightedSum(
    parseChannels(colour).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }),
  );

/**
 * Returns the contrast ratio of `dark` on `light` (WCAG 2.2), from 1 to 21. It is below 1 if `dark` is the lighter one.
 */
export const measureContrast = (dark: string, light: string): number =>
  (measureLuminance(light) + 0.05) / (measureLuminance(dark) + 0.05);

/** Returns the grey, from 0 to 255, to which a decoder converts a colour before it looks for a code. */
const toGrey = (colour: string): number => Math.round(weightedSum(parseChannels(colour)));

/**
 * Returns the ratio of two greys. Colours that people can distinguish, such as red and dark grey, can have the same
 * grey.
 */
export const measureGreyRatio = (dark: string, light: string): number => toGrey(dark) / toGrey(light);

/**
 * The least margin, in modules. Many decoders find a code by its margin, and miss a code at the edge of its picture.
 */
const MIN_MARGIN = 1;
/**
 * The grey ratio above which colours count as soft. The decoder jsQR takes pixels beyond the edge of a picture for
 * black, which misleads it with soft colours unless the margin is wide.
 */
const SOFT_GREY_RATIO = 0.4;
/** The least margin of soft colours, in pixels: three of the blocks of eight pixels that jsQR compares. */
const SOFT_MARGIN = 24;

/** A picture, independent of its format. All lengths are in pixels. */
export type Drawing = {
  readonly modules: Modules;
  /** The side of the picture. */
  readonly size: number;
  /** The side of a module. */
  readonly scale: number;
  /** The margin to the left of the code, and above it. */
  readonly offset: number;
  /** The colour of dark modules, `rrggbb`. */
  readonly color: string;
  /** The colour of light modules and of the margin, `rrggbb`. */
  readonly bgColor: string;
};

/** The requested properties of a picture. `size` is in pixels; `margin` is in modules, on each side. */
type DrawingOptions = {
  readonly size: number;
  readonly margin: number;
  readonly color: string;
  readonly bgColor: string;
};

const widthWith = (margin: number, modules: Modules): number => modules.length + 2 * Math.max(margin, MIN_MARGIN);

/** Returns the least margin that the colours need, in pixels, on each side. */
const marginPixelsFor = ({ color, bgColor }: DrawingOptions): number =>
  measureGreyRatio(color, bgColor) > SOFT_GREY_RATIO ? SOFT_MARGIN : 0;

/** Makes the modules as large as the size allows, and centres the code. Left-over pixels become margin. */
export function layOut(modules: Modules, options: DrawingOptions): Drawing {
  const { size, margin, color, bgColor } = options;
  const count = modules.length;
  const scale = Math.floor(Math.min(size / widthWith(margin, modules), (size - 2 * marginPixelsFor(options)) / count));
  const middle = Math.floor((size - count * scale) / 2);
  // Tests show that zbar reads modules of one pixel only if the offset is odd. The reason is unknown.
  return { modules, size, scale, offset: scale === 1 ? middle | 1 : middle, color, bgColor };
}

/** Returns the least size, in pixels, at which each module has a whole pixel. */
export const leastSize = (modules: Modules, options: DrawingOptions): number =>
  Math.max(widthWith(options.margin, modules), modules.length + 2 * marginPixelsFor(options));
