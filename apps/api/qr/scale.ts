/** Scales the pixels of a logo to the size at which a picture shows it. */
import type { Shape } from './drawing';

/** A picture with four bytes per pixel: red, green, blue, and how opaque the pixel is. */
export type Pixels = Shape & { readonly rgba: Uint8Array };

/** What one place of the result takes from the source: the weights of neighbours, from `first` on. */
type Share = { readonly first: number; readonly weights: readonly number[] };

/**
 * Returns the shares of each place along one side: a triangle as wide as two places of the coarser side. So shrinking
 * averages all pixels, and enlarging makes steps soft.
 */
function weigh(from: number, to: number): readonly Share[] {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  return Array.from({ length: to }, (_, place) => {
    const centre = (place + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach));
    const end = Math.min(from - 1, Math.floor(centre + reach));
    const triangle = Array.from({ length: end - first + 1 }, (_, i) => 1 - Math.abs(first + i - centre) / reach);
    const sum = triangle.reduce((all, weight) => all + weight, 0);
    return { first, weights: triangle.map((weight) => weight / sum) };
  });
}

/**
 * Scales pixels, and lays them on a background.
 * @param ground red, green and blue of the background
 * @returns three bytes per pixel, line by line
 */
export function scalePixels({ rgba, width, height }: Pixels, to: Shape, ground: readonly number[]): Uint8ClampedArray {
  // On the background first: transparent pixels would otherwise mix their invisible colour in.
  const laid = new Float32Array(3 * width * height);
  for (let from = 0, at = 0; from < rgba.length; from += 4)
    for (let i = 0; i < 3; i++) {
      const below = ground[i] ?? 0;
      laid[at++] = below + (((rgba[from + i] ?? 0) - below) * (rgba[from + 3] ?? 0)) / 255;
    }
  const narrow = scaleSide(laid, { blocks: height, from: width, to: to.width, values: 3 });
  return Uint8ClampedArray.from(scaleSide(narrow, { blocks: 1, from: height, to: to.height, values: 3 * to.width }));
}

/** Pixels as blocks of places with some values each: lines of pixels, or one block of lines. */
type Blocks = { readonly blocks: number; readonly from: number; readonly to: number; readonly values: number };

/** Scales each block to another number of places. */
function scaleSide(source: Float32Array, { blocks, from, to, values }: Blocks): Float32Array {
  const shares = weigh(from, to);
  const scaled = new Float32Array(blocks * to * values);
  for (let block = 0, target = 0; block < blocks; block++) {
    for (const { first, weights } of shares) {
      for (let i = 0; i < weights.length; i++) {
        const weight = weights[i] ?? 0;
        const start = (block * from + first + i) * values;
        for (let n = 0; n < values; n++)
          scaled[target + n] = (scaled[target + n] ?? 0) + weight * (source[start + n] ?? 0);
      }
      target += values;
    }
  }
  return scaled;
}
