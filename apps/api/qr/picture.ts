/** Draws the picture of a QR code. */
import { Refusal } from '#domain/refusal';
import { drawingOf, leastSize } from './drawing';
import { modulesOf } from './modules';
import { pngOf } from './png';
import type { QrQuery } from './query';
import { svgOf } from './svg';

export type Picture =
  | { readonly type: 'image/svg+xml'; readonly body: string }
  | { readonly type: 'image/png'; readonly body: Uint8Array<ArrayBuffer> };

type PictureOptions = Omit<QrQuery, 'download' | 'track'>;

/**
 * Draws an address as a QR code.
 * @throws Refusal FIELD_INVALID if the size is too small for the code, or the level cannot hold the address
 */
export function pictureOf(address: string, options: PictureOptions): Picture {
  const modules = modulesOf(address, options.level);
  if (modules === null)
    throw new Refusal('FIELD_INVALID', { detail: `level ${options.level} cannot hold this address` });
  const least = leastSize(modules, options);
  if (options.size < least) {
    throw new Refusal('FIELD_INVALID', {
      detail: `size must be at least ${least} for this code with its margin and colors`,
    });
  }
  const drawing = drawingOf(modules, options);
  return options.format === 'svg'
    ? { type: 'image/svg+xml', body: svgOf(drawing) }
    : { type: 'image/png', body: pngOf(drawing) };
}
