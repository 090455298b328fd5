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
  /** Where the logo is; null without one. */
  readonly logo: Box | null;
};

/** A rectangle in the picture, in pixels. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The width and the height of a logo, in any unit. */
export type Shape = { readonly width: number; readonly height: number };

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

/**
 * The side of the square in which a logo stands, as a part of the side of the code, by the levels that a code with a logo
 * may have, best first. The logo takes two fifths at most of what the level repairs; the rest is for dirt and scratches.
 */
const LOGO_SIDES = { H: 1 / 4, Q: 1 / 4, M: 1 / 5 } as const;
type LogoLevel = keyof typeof LOGO_SIDES;
/** A longer logo gets a rectangle of the same area, up to this ratio of its sides. */
const MAX_RATIO = 2;
/** The modules of a side from which on codes have a pattern in the middle. zbar misses some where a logo hides it. */
const PATTERN_IN_MIDDLE = 45;
/** The least side of a module beside a logo, in pixels. */
const MIN_SCALE_WITH_LOGO = 2;

/** The characters of the longest text that the library encodes at level M below that side. */
export const MAX_ADDRESS_WITH_LOGO = 103;

/** A logo, and the level of error correction of the code around it. */
export type LogoPlace = { readonly shape: Shape; readonly level: LogoLevel };

/**
 * Encodes an ASCII text at the best level at which a logo hides no pattern of the code: H up to 55 characters, Q up to
 * 71, M up to 103. Returns null for a longer text.
 */
export function encodeAroundLogo(text: string): { readonly modules: Modules; readonly level: LogoLevel } | null {
  for (const level of Object.keys(LOGO_SIDES) as LogoLevel[]) {
    const modules = encodeModules(text, level);
    if (modules !== null && modules.length < PATTERN_IN_MIDDLE) return { modules, level };
  }
  return null;
}

const floorToOdd = (length: number): number => Math.max(1, 2 * Math.floor((length - 1) / 2) + 1);

/** Returns the modules that make room for a logo in the middle. Codes have an odd number of them, and so has the room. */
function measureRoom(count: number, { shape, level }: LogoPlace): Shape {
  const ratio = Math.min(Math.max(shape.width / shape.height, 1 / MAX_RATIO), MAX_RATIO);
  const side = count * LOGO_SIDES[level];
  return { width: floorToOdd(side * Math.sqrt(ratio)), height: floorToOdd(side / Math.sqrt(ratio)) };
}

/** Returns the modules without those in the room of a logo. */
function clearRoom(modules: Modules, room: Shape): Modules {
  const isInside = (place: number, length: number) => Math.abs(2 * place + 1 - modules.length) < length;
  return modules.map((row, y) =>
    isInside(y, room.height) ? row.map((isDark, x) => isDark && !isInside(x, room.width)) : row,
  );
}

/** Makes the modules as large as the size allows, and centres the code. Left-over pixels become margin. */
export function layOut(modules: Modules, options: DrawingOptions, logo: LogoPlace | null = null): Drawing {
  const { size, margin, color, bgColor } = options;
  const count = modules.length;
  const scale = Math.floor(Math.min(size / widthWith(margin, modules), (size - 2 * marginPixelsFor(options)) / count));
  const middle = Math.floor((size - count * scale) / 2);
  // Tests show that zbar reads modules of one pixel only if the offset is odd. The reason is unknown.
  const offset = scale === 1 ? middle | 1 : middle;
  const drawing = { modules, size, scale, offset, color, bgColor, logo: null };
  if (logo === null) return drawing;
  const room = measureRoom(count, logo);
  return { ...drawing, modules: clearRoom(modules, room), logo: placeLogo(logo.shape, room, drawing) };
}

/** Returns where a logo stands: in the middle of its room, with at least half a module of space around it. */
function placeLogo(logo: Shape, room: Shape, { modules, scale, offset }: Drawing): Box {
  const inner = (side: number) => side * scale - 2 * Math.ceil(scale / 2);
  const factor = Math.min(inner(room.width) / logo.width, inner(room.height) / logo.height);
  const width = Math.max(1, Math.round(logo.width * factor));
  const height = Math.max(1, Math.round(logo.height * factor));
  const middle = offset + (modules.length * scale) / 2;
  return { x: Math.round(middle - width / 2), y: Math.round(middle - height / 2), width, height };
}

/** Returns the least size, in pixels, at which each module has a whole pixel, or two beside a logo. */
export function leastSize(modules: Modules, options: DrawingOptions, hasLogo = false): number {
  const scale = hasLogo ? MIN_SCALE_WITH_LOGO : 1;
  return Math.max(scale * widthWith(options.margin, modules), scale * modules.length + 2 * marginPixelsFor(options));
}
