/**
 * Draws the picture of a QR code, as SVG or as PNG (w3.org/TR/png-3) with two indexed colours, or with all colours beside
 * a logo. Writing the file by fast-png takes three times as long for a side of 1,000 pixels.
 */

import { deflateSync } from 'node:zlib';
import { Refusal } from '#domain/refusal';
import {
  type Drawing,
  encodeAroundLogo,
  encodeModules,
  type Level,
  type LogoPlace,
  layOut,
  leastSize,
  MAX_ADDRESS_WITH_LOGO,
  type Modules,
  parseChannels,
  type Shape,
} from './drawing';
import type { Logo } from './logo';
import { concatenate, SIGNATURE, writeChunk } from './png';
import type { QrQuery } from './query';
import { scalePixels } from './scale';

export type Picture =
  | { readonly type: 'image/svg+xml'; readonly body: string }
  | { readonly type: 'image/png'; readonly body: Uint8Array<ArrayBuffer> };

type PictureOptions = Omit<QrQuery, 'download' | 'track' | 'logo'>;

/**
 * Draws an address as a QR code, with a logo in the middle if there is one. Then the level is as high as it can be.
 * @throws Refusal FIELD_INVALID if the size is too small for the code, or the code cannot hold the address
 */
export function drawQrCode(address: string, options: PictureOptions, logo: Logo | null = null): Picture {
  const { modules, place } = logo === null ? encodePlain(address, options.level) : encodeWithLogo(address, logo);
  const least = leastSize(modules, options, logo !== null);
  if (options.size < least) {
    throw new Refusal('FIELD_INVALID', {
      detail: `size must be at least ${least} for this code with its margin and colors`,
    });
  }
  const drawing = layOut(modules, options, place);
  return options.format === 'svg'
    ? { type: 'image/svg+xml', body: writeSvg(drawing, logo) }
    : { type: 'image/png', body: writePng(drawing, logo) };
}

type Encoded = { readonly modules: Modules; readonly place: LogoPlace | null };

function encodePlain(address: string, level: Level): Encoded {
  const modules = encodeModules(address, level);
  if (modules === null) throw new Refusal('FIELD_INVALID', { detail: `level ${level} cannot hold this address` });
  return { modules, place: null };
}

function encodeWithLogo(address: string, shape: Shape): Encoded {
  const encoded = encodeAroundLogo(address);
  if (encoded === null)
    throw new Refusal('FIELD_INVALID', {
      detail: `logo needs an address of at most ${MAX_ADDRESS_WITH_LOGO} characters`,
    });
  return { modules: encoded.modules, place: { shape, level: encoded.level } };
}

/**
 * Writes the background, and all dark modules as one path. A rectangle per module would take twenty times the bytes.
 */
function writeSvg(drawing: Drawing, logo: Logo | null): string {
  const { modules, size, scale, offset, color, bgColor } = drawing;
  const [namespace, image] =
    logo === null ? ['', ''] : [' xmlns:xlink="http://www.w3.org/1999/xlink"', embedLogo(drawing, logo)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${namespace} width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#${bgColor}" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="#${color}" transform="translate(${offset} ${offset}) scale(${scale})" d="${writePath(modules)}"/>${image}</svg>`
  );
}

/** Returns the logo as an element of the SVG. Programs for print know `xlink:href`, some of them not yet `href`. */
const embedLogo = ({ logo: box }: Drawing, { base64 }: Logo): string =>
  box === null
    ? ''
    : `<image x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" preserveAspectRatio="none" xlink:href="data:image/png;base64,${base64}"/>`;

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

const BIT_DEPTH = { indexed: 1, truecolour: 8 } as const;
const COLOUR_TYPE = { indexed: 3, truecolour: 2 } as const;
/** The filter type of a line that is stored unchanged (section 9.2). */
const NONE = 0;
/** The filter type of a line that is stored as its difference from the line above (section 9.2). */
const UP = 2;
/** The compression level of zlib. A higher one takes four times as long and saves a kilobyte of a large picture. */
const COMPRESSION_LEVEL = 3;

/** Returns the bytes of the PNG file. */
function writePng(drawing: Drawing, logo: Logo | null): Uint8Array<ArrayBuffer> {
  const { size, color, bgColor } = drawing;
  const kind = logo === null ? 'indexed' : 'truecolour';
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([BIT_DEPTH[kind], COLOUR_TYPE[kind]], 8);
  const lines = logo === null ? drawLines(drawing) : drawColours(drawing, logo);
  return concatenate([
    SIGNATURE,
    writeChunk('IHDR', header),
    ...(logo === null ? [writeChunk('PLTE', Uint8Array.from([bgColor, color].flatMap(parseChannels)))] : []),
    writeChunk('IDAT', deflateSync(lines, { level: COMPRESSION_LEVEL })),
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

/** Returns all lines with three bytes per pixel, each as its difference from the line above. */
function drawColours(drawing: Drawing, logo: Logo): Uint8Array {
  const { size, bgColor } = drawing;
  const rows = drawing.modules.map((row) => paintRow(row, drawing));
  const empty = paintRow([], drawing);
  const box = drawing.logo ?? { x: 0, y: 0, width: 0, height: 0 };
  const pixels = scalePixels(logo, box, parseChannels(bgColor));
  const lines = new Uint8Array((1 + 3 * size) * size);
  let above = new Uint8Array(3 * size);
  for (let y = 0, at = 0; y < size; y++) {
    let line = rows[Math.floor((y - drawing.offset) / drawing.scale)] ?? empty;
    const inLogo = y - box.y;
    if (inLogo >= 0 && inLogo < box.height) {
      line = line.slice();
      line.set(pixels.subarray(3 * box.width * inLogo, 3 * box.width * (inLogo + 1)), 3 * box.x);
    }
    lines[at++] = UP;
    // Most lines equal the one above: their difference is zero.
    if (line !== above) for (let i = 0; i < line.length; i++) lines[at + i] = (line[i] ?? 0) - (above[i] ?? 0);
    at += line.length;
    above = line;
  }
  return lines;
}

/** Returns the colours of a line through a row of modules. */
function paintRow(row: readonly boolean[], { size, scale, offset, color, bgColor }: Drawing): Uint8Array<ArrayBuffer> {
  const [dark, light] = [parseChannels(color), parseChannels(bgColor)];
  const line = new Uint8Array(3 * size);
  for (let x = 0; x < size; x++) line.set(row[Math.floor((x - offset) / scale)] ? dark : light, 3 * x);
  return line;
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
