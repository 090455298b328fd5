/** Logos to draw in QR codes, plain and busy ones. */
import { encode } from 'fast-png';

type Paint = (across: number, down: number) => readonly [red: number, green: number, blue: number, opacity: number];

const BLACK = [0, 0, 0, 255] as const;
const WHITE = [255, 255, 255, 255] as const;

/** The colour at a place of each logo. Both coordinates are from 0 to 1. */
const LOGOS = {
  black: () => BLACK,
  white: () => WHITE,
  clear: () => [0, 0, 0, 0],
  disc: (across, down) => (Math.hypot(across - 0.5, down - 0.5) < 0.5 ? [24, 119, 242, 255] : [230, 0, 35, 0]),
  rings: (across, down) => (Math.floor(Math.hypot(across - 0.5, down - 0.5) * 8) % 2 === 0 ? BLACK : WHITE),
  checks: (across, down) => ((Math.floor(across * 16) + Math.floor(down * 16)) % 2 === 0 ? BLACK : WHITE),
  /** The mark by which decoders find the corners of a code. */
  corner: (across, down) => {
    const away = Math.max(Math.abs(across - 0.5), Math.abs(down - 0.5)) * 7;
    return away < 1.5 || away > 2.5 ? BLACK : WHITE;
  },
  noise: (across, down) => [
    (across * 9_973 * 31) % 256,
    (down * 7_919 * 17) % 256,
    (across * down * 104_729) % 256,
    255,
  ],
} satisfies Record<string, Paint>;

export type LogoName = keyof typeof LOGOS;
export const LOGO_NAMES = Object.keys(LOGOS) as LogoName[];

/** Paints a logo as a PNG with transparency. */
export function paintLogo(name: LogoName, width: number, height = width): Uint8Array<ArrayBuffer> {
  const paint: Paint = LOGOS[name];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) data.set(paint((x + 0.5) / width, (y + 0.5) / height), at);
  return Uint8Array.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

/** The text of bytes in base64, as D1 keeps a logo. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
