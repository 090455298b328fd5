/**
 * The logo of an account: an uploaded PNG is checked, decoded and scaled once, and stored as a PNG of our own
 * (specification 9.4). So a QR code with it costs little, and nothing that the file had beside its pixels is kept.
 */
import { inflateSync } from 'node:zlib';
import type { Shape } from './drawing';
import { concatenate, readChunks, SIGNATURE, UP, writeChunk, writePng } from './png';
import { type Pixels, scalePixels } from './scale';

/** The most bytes of an uploaded file, and of a stored logo. */
export const MAX_LOGO_BYTES = 100_000;
/** The most pixels of a side of an uploaded file. */
export const MAX_LOGO_SIDE = 1_000;
/** The most pixels of a side that are stored. The largest code shows a square logo with 408, a long one with 612. */
export const MAX_STORED_SIDE = 512;

/** A logo to draw. A PNG with it needs its pixels, an SVG embeds its file. */
export type Logo = Pixels & { readonly base64: string };

/** Why a file is no logo. */
type LogoFault = 'NOT_PNG' | 'TOO_MANY_BYTES' | 'TOO_MANY_PIXELS' | 'INTERLACED';

const INDEXED = 3;
/** How many values a pixel has, and how many bits a value may have, by the colour type of the file (section 11.2.1). */
const KINDS: { readonly [colourType: number]: { readonly channels: number; readonly depths: readonly number[] } } = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  [INDEXED]: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

/**
 * Makes the logo that is stored of an uploaded file. The size and the header of the file are checked before it is
 * inflated, and then it may have no byte more than the header says.
 */
export async function makeLogo(file: Uint8Array): Promise<Uint8Array | LogoFault> {
  if (file.length > MAX_LOGO_BYTES) return 'TOO_MANY_BYTES';
  const chunks = readChunks(file);
  const header = chunks?.[0];
  if (chunks === null || header?.type !== 'IHDR' || header.data.length !== 13) return 'NOT_PNG';
  const { width, height } = readShape(header.data);
  if (width === 0 || height === 0) return 'NOT_PNG';
  if (width > MAX_LOGO_SIDE || height > MAX_LOGO_SIDE) return 'TOO_MANY_PIXELS';
  const [depth = 0, colourType = 0, , , interlace] = header.data.subarray(8);
  const kind = KINDS[colourType];
  if (!kind?.depths.includes(depth)) return 'NOT_PNG';
  if (interlace === 1) return 'INTERLACED';
  const listed = (type: string) => chunks.filter((chunk) => chunk.type === type);
  const lineBytes = 1 + Math.ceil((width * depth * kind.channels) / 8);
  const data = concatenate(listed('IDAT').map((chunk) => chunk.data));
  if (inflateTo(lineBytes * height, data) === null) return 'NOT_PNG';
  const [palettes, transparencies] = [colourType === INDEXED ? listed('PLTE') : [], listed('tRNS')];
  if ((colourType === INDEXED && palettes.length !== 1) || transparencies.length > 1) return 'NOT_PNG';
  // All other chunks are metadata, or further pictures of an animation: the decoder does not see them.
  const needed = concatenate([
    SIGNATURE,
    ...[header, ...palettes, ...transparencies].map((chunk) => writeChunk(chunk.type, chunk.data)),
    writeChunk('IDAT', data),
    writeChunk('IEND', new Uint8Array(0)),
  ]);
  const { decodePng } = await import('./decode-png');
  const pixels = decodePng(needed);
  return pixels === null ? 'NOT_PNG' : shrink(pixels);
}

/** Returns a PNG of the pixels, as large as may be stored. */
function shrink(pixels: Pixels): Uint8Array {
  const longest = Math.max(pixels.width, pixels.height);
  let side = Math.min(longest, MAX_STORED_SIDE);
  for (;;) {
    const part = side / longest;
    const shape = { width: scaleLength(pixels.width, part), height: scaleLength(pixels.height, part) };
    const file = writeLogo(scalePixels(pixels, shape));
    if (file.length <= MAX_LOGO_BYTES) return file;
    side = Math.floor(side * Math.min(0.95, Math.sqrt(MAX_LOGO_BYTES / file.length)));
  }
}

const scaleLength = (length: number, part: number): number => Math.max(1, Math.round(length * part));

/** It is written once and read often, so its compression is the best. */
const COMPRESSION_LEVEL = 9;

function writeLogo({ width, height, rgba }: Pixels): Uint8Array {
  const lines = Array.from({ length: height }, (_, y) => rgba.subarray(4 * width * y, 4 * width * (y + 1)));
  return writePng({ width, height, kind: 'rgba' }, lines, COMPRESSION_LEVEL);
}

/** Reads the pixels of a file of `writeLogo`. @returns null for a file of another kind */
function readLogo(file: Uint8Array): Pixels | null {
  const [header, data] = readChunks(file) ?? [];
  if (header?.type !== 'IHDR' || data?.type !== 'IDAT') return null;
  const { width, height } = readShape(header.data);
  const [length, stored] = [4 * width, 1 + 4 * width];
  if (width * height === 0 || Math.max(width, height) > MAX_STORED_SIDE) return null;
  const lines = inflateTo(stored * height, data.data);
  if (lines === null) return null;
  const rgba = new Uint8Array(length * height);
  for (let y = 0, at = 0; y < height; y++) {
    if (lines[y * stored] !== UP) return null;
    for (let i = y * stored + 1; i < (y + 1) * stored; i++, at++) rgba[at] = (rgba[at - length] ?? 0) + (lines[i] ?? 0);
  }
  return { width, height, rgba };
}

/** Reads the width and the height from the data of an IHDR chunk. */
function readShape(header: Uint8Array): Shape {
  const view = new DataView(header.buffer, header.byteOffset);
  return { width: view.getUint32(0), height: view.getUint32(4) };
}

/**
 * Inflates data to exactly this length; null for data of another length. Never more than the double is inflated: with a
 * closer limit workerd refuses some data that keep to it.
 */
function inflateTo(length: number, data: Uint8Array): Uint8Array | null {
  try {
    const inflated = inflateSync(data, { maxOutputLength: 2 * length });
    return inflated.length === length ? inflated : null;
  } catch {
    return null;
  }
}

/** Writes bytes in base64. `btoa` takes a text, and a call only so many characters. */
export function encodeBase64(bytes: Uint8Array): string {
  const PART = 8_192;
  let characters = '';
  for (let at = 0; at < bytes.length; at += PART) characters += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(characters);
}

/** Reads bytes in base64. @throws Error for any other text */
export const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The characters of base64 that hold the signature and the header. */
const HEADER_CHARACTERS = 44;

/** Opens a stored logo for a picture. @param base64 what `makeLogo` has returned */
export function openLogo(base64: string, format: 'svg' | 'png'): Logo {
  const pixels =
    format === 'png'
      ? readLogo(decodeBase64(base64))
      : { ...readShape(decodeBase64(base64.slice(0, HEADER_CHARACTERS)).subarray(16)), rgba: new Uint8Array(0) };
  if (pixels === null) throw new Error('The stored logo cannot be read');
  return { ...pixels, base64 };
}

/** Whether a text is a logo that can be drawn. */
export function isLogo(base64: string): boolean {
  try {
    openLogo(base64, 'png');
    return true;
  } catch {
    return false;
  }
}
