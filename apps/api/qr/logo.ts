/**
 * The logo of an account: a PNG that is checked before it is decoded (specification 9.4), and stored without metadata
 * and animation.
 */
import { inflateSync } from 'node:zlib';
import type { Shape } from './drawing';
import { concatenate, readChunks, SIGNATURE, writeChunk } from './png';
import type { Pixels } from './scale';

export const MAX_LOGO_BYTES = 100_000;
/** The most pixels of a side. */
export const MAX_LOGO_SIDE = 1_000;

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
 * Checks a file, and returns it with nothing but its pixels. Its size and its header are checked before it is inflated,
 * and then it may have no byte more than the header says.
 */
export async function cleanLogo(file: Uint8Array): Promise<Uint8Array | LogoFault> {
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
  if (!inflatesTo(lineBytes * height, data)) return 'NOT_PNG';
  const palette = colourType === INDEXED ? listed('PLTE') : [];
  if (colourType === INDEXED && palette.length !== 1) return 'NOT_PNG';
  const clean = concatenate([
    SIGNATURE,
    writeChunk('IHDR', header.data),
    // All other chunks are metadata, or further pictures of an animation.
    ...[...palette, ...listed('tRNS')].map((chunk) => writeChunk(chunk.type, chunk.data)),
    writeChunk('IDAT', data),
    writeChunk('IEND', new Uint8Array(0)),
  ]);
  return (await decodePixels(clean)) === null ? 'NOT_PNG' : clean;
}

/** Reads the width and the height from the data of an IHDR chunk. */
function readShape(header: Uint8Array): Shape {
  const view = new DataView(header.buffer, header.byteOffset);
  return { width: view.getUint32(0), height: view.getUint32(4) };
}

/** Whether data are inflated to exactly this length. No more than that is ever inflated. */
function inflatesTo(length: number, data: Uint8Array): boolean {
  try {
    return inflateSync(data, { maxOutputLength: length }).length === length;
  } catch {
    return false;
  }
}

/** The decoder of PNGs is loaded with the first one. */
const decodePixels = async (file: Uint8Array) => (await import('./decode-png')).decodePng(file);

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

/** Opens a stored logo for a picture. @param base64 what `cleanLogo` has returned */
export async function openLogo(base64: string, format: 'svg' | 'png'): Promise<Logo> {
  const pixels =
    format === 'png'
      ? await decodePixels(decodeBase64(base64))
      : { ...readShape(decodeBase64(base64.slice(0, HEADER_CHARACTERS)).subarray(16)), rgba: new Uint8Array(0) };
  if (pixels === null) throw new Error('The stored logo is no PNG');
  return { ...pixels, base64 };
}
