/** Logos to draw in QR codes, plain and busy ones, and PNGs of any kind. */
import { deflateSync } from 'node:zlib';
import { concatenate, SIGNATURE, writeChunk, writePng } from '#api/qr/png';

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

/** Paints a logo as a PNG with transparency, which is also as logos are stored. */
export function paintLogo(name: LogoName, width: number, height = width): Uint8Array<ArrayBuffer> {
  const paint: Paint = LOGOS[name];
  const lines = Array.from({ length: height }, (_, y) =>
    Uint8Array.from(Array.from({ length: width }, (_, x) => paint((x + 0.5) / width, (y + 0.5) / height)).flat()),
  );
  return writePng({ width, height, kind: 'rgba' }, lines, 3);
}

/** The text of bytes in base64, as D1 keeps a logo. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

type Header = { width?: number; height?: number; depth?: number; type?: number; interlace?: number };

/** A PNG of these parts, valid or not. @param lines the pixels before their compression @param after what follows them */
export function makePng(
  { width = 1, height = 1, depth = 8, type = 0, interlace = 0 }: Header,
  lines: Uint8Array,
  { chunks = [], after = new Uint8Array(0) }: { chunks?: readonly Uint8Array[]; after?: Uint8Array } = {},
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([depth, type, 0, 0, interlace], 8);
  return concatenate([
    SIGNATURE,
    writeChunk('IHDR', header),
    ...chunks,
    writeChunk('IDAT', concatenate([deflateSync(lines), after])),
    writeChunk('IEND', new Uint8Array(0)),
  ]);
}
