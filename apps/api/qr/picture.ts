/**
 * Draws the picture of a QR code, as SVG or as PNG with two indexed colours (w3.org/TR/png-3). The smallest library for
 * PNG, fast-png, takes three times as long for a side of 1,000 pixels.
 */

import { crc32, deflateSync } from 'node:zlib';
import { Refusal } from '#domain/refusal';
import { type Drawing, encodeModules, layOut, leastSize, parseChannels } from './drawing';
import type { QrQuery } from './query';

export type Picture =
  | { readonly type: 'image/svg+xml'; readonly body: string }
  | { readonly type: 'image/png'; readonly body: Uint8Array<ArrayBuffer> };

type PictureOptions = Omit<QrQuery, 'download' | 'track'>;

/**
 * Draws an address as a QR code.
 * @throws Refusal FIELD_INVALID if the size is too small for the code, or the level cannot hold the address
 */
export function drawQrCode(address: string, options: PictureOptions): Picture {
  const modules = encodeModules(address, options.level);
  if (modules === null)
    throw new Refusal('FIELD_INVALID', { detail: `level ${options.level} cannot hold this address` });
  const least = leastSize(modules, options);
  if (options.size < least) {
    throw new Refusal('FIELD_INVALID', {
      detail: `size must be at least ${least} for this code with its margin and colors`,
    });
  }
  const drawing = layOut(modules, options);
  return options.format === 'svg'
    ? { type: 'image/svg+xml', body: writeSvg(drawing) }
    : { type: 'image/png', body: writePng(drawing) };
}

/**
 * Writes the background, and all dark modules as one path. A rectangle per module would take twenty times the bytes.
 */
function writeSvg({ modules, size, scale, offset, color, bgColor }: Drawing): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#${bgColor}" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="#${color}" transform="translate(${offset} ${offset}) scale(${scale})" d="${writePath(modules)}"/></svg>`
  );
}

/** Returns a path with one rectangle for each run of dark modules in a row. */
function writePath(modules: Drawing['modules']): string {
  let path = '';
  for (const [y, row] of modules.entries()) {
    for (let x = row.indexOf(true); x !== -1; ) {
      const end = row.indexOf(false, x);
      const width = (end === -1 ? row.length : end) - x;
      path += `M${x} ${y}h${width}v1h-${width}z`;
      x = row.indexOf(true, x + width);
    }
  }
  return path;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BIT_DEPTH = 1;
const INDEXED = 3;
/** The filter type of a line that is stored unchanged (section 9.2). */
const NONE = 0;
/** The filter type of a line that is stored as its difference from the line above (section 9.2). */
const UP = 2;
/** The compression level of zlib. A higher one takes four times as long and saves a kilobyte of a large picture. */
const COMPRESSION_LEVEL = 3;

/** Returns the bytes of the PNG file. */
function writePng(drawing: Drawing): Uint8Array<ArrayBuffer> {
  const { size, color, bgColor } = drawing;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([BIT_DEPTH, INDEXED], 8);
  return concatenate([
    SIGNATURE,
    writeChunk('IHDR', header),
    writeChunk('PLTE', Uint8Array.from([bgColor, color].flatMap(parseChannels))),
    writeChunk('IDAT', deflateSync(drawLines(drawing), { level: COMPRESSION_LEVEL })),
    writeChunk('IEND', new Uint8Array(0)),
  ]);
}

/**
 * Returns all lines, each after its filter type. Only the first line of a row of modules is drawn. The others equal the
 * line above, so their difference is zero.
 */
function drawLines(drawing: Drawing): Uint8Array {
  const { modules, size, scale, offset } = drawing;
  const length = 1 + Math.ceil(size / 8);
  const lines = new Uint8Array(length * size);
  for (let y = 0; y < size; y++) lines[y * length] = UP;
  for (const [y, row] of modules.entries()) {
    const start = (offset + y * scale) * length;
    drawRow(lines.subarray(start + 1, start + length), row, drawing);
    lines[start] = NONE;
  }
  const below = (offset + modules.length * scale) * length;
  if (below < lines.length) lines[below] = NONE;
  return lines;
}

/** Sets the bits of the dark modules of a row. The highest bit of a byte is its leftmost pixel. */
function drawRow(line: Uint8Array, row: readonly boolean[], { scale, offset }: Drawing): void {
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const start = offset + x * scale;
    for (let pixel = start; pixel < start + scale; pixel++)
      line[pixel >> 3] = (line[pixel >> 3] ?? 0) | (128 >> (pixel & 7));
  }
}

/** Returns a chunk: the length, the type, the data, and the CRC of type and data (section 5.3). */
function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
