/** Decodes a PNG to four bytes per pixel. */
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png';
import type { Pixels } from './scale';

/** Returns the pixels of a PNG that is not interlaced; null for a file that cannot be decoded. */
export function decodePng(file: Uint8Array): Pixels | null {
  try {
    const decoded = decode(file);
    const { width, height } = decoded;
    return { width, height, rgba: toRgba(decoded) };
  } catch {
    return null;
  }
}

/** Four bytes for each pixel of any kind of PNG. Greys of up to eight bits are indexes of a palette of greys. */
function toRgba(png: DecodedPng): Uint8Array {
  const { channels, depth, transparency } = png;
  if (channels > 1 || depth === 16) return spread(png.data, channels, depth, transparency);
  const palette = png.palette ?? greys(depth, transparency?.[0]);
  return spread(convertIndexedToRgb({ ...png, palette }), palette[0]?.length ?? 0, 8);
}

type IndexedColors = NonNullable<DecodedPng['palette']>;

/** @param transparent the grey that is transparent */
function greys(depth: number, transparent: number | undefined): IndexedColors {
  const most = 2 ** depth - 1;
  return Array.from({ length: most + 1 }, (_, grey) => {
    const level = (grey * 255) / most;
    return [level, level, level, grey === transparent ? 0 : 255];
  });
}

/** @param transparent the only colour that is transparent, where pixels do not say how opaque they are */
function spread(values: ArrayLike<number>, channels: number, depth: number, transparent?: Uint16Array): Uint8Array {
  const rgba = new Uint8Array((values.length / channels) * 4);
  const isOpaqueByPixel = channels % 2 === 0;
  const colours = isOpaqueByPixel ? channels - 1 : channels;
  const shift = depth - 8;
  for (let from = 0, to = 0; from < values.length; from += channels, to += 4) {
    let isTransparent = transparent !== undefined;
    for (let i = 0; i < 3; i++) {
      const value = values[from + (colours === 1 ? 0 : i)] ?? 0;
      rgba[to + i] = value >> shift;
      if (transparent?.[colours === 1 ? 0 : i] !== value) isTransparent = false;
    }
    rgba[to + 3] = isOpaqueByPixel ? (values[from + colours] ?? 0) >> shift : isTransparent ? 0 : 255;
  }
  return rgba;
}
