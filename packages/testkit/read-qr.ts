/** Reads QR codes from PNGs with jsQR, which also runs in workerd. */
import { convertIndexedToRgb, decode } from 'fast-png';
import jsQR from 'jsqr';

type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8ClampedArray };

/**
 * Reads a QR code that is dark on light from a PNG.
 * @returns its text; null without such a code
 * @throws Error for a wrong checksum in the file
 */
export function readQr(png: Uint8Array): string | null {
  const { rgba, width, height } = readPixels(png);
  return jsQR(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

/** The pixels of a PNG without transparency. @throws Error for a wrong checksum in the file */
export function readPixels(png: Uint8Array): Pixels {
  const picture = decode(png, { checkCrc: true });
  const { width, height } = picture;
  const data = picture.palette === undefined ? picture.data : convertIndexedToRgb(picture);
  const channels = data.length / (width * height);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let i = 0; i < 3; i++) rgba[pixel * 4 + i] = data[pixel * channels + i] ?? 0;
  }
  return { width, height, rgba };
}
