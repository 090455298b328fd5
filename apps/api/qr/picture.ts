/** Draws the picture of a QR code, as SVG or as PNG. */
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
import { writePng } from './png';
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
    ? { type: 'image/svg+xml', body: drawSvg(drawing, logo) }
    : { type: 'image/png', body: drawPng(drawing, logo) };
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
function drawSvg(drawing: Drawing, logo: Logo | null): string {
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

/** The compression level of zlib. A higher one takes four times as long and saves a kilobyte of a large picture. */
const COMPRESSION_LEVEL = 3;

/** Returns the bytes of a PNG: two indexed colours, or all colours beside a logo. */
function drawPng(drawing: Drawing, logo: Logo | null): Uint8Array<ArrayBuffer> {
  const { modules, size, scale, offset, color, bgColor } = drawing;
  const paint = logo === null ? paintBits : paintColours;
  const rows = modules.map((row) => paint(row, drawing));
  const empty = paint([], drawing);
  const lines = Array.from({ length: size }, (_, y) => rows[Math.floor((y - offset) / scale)] ?? empty);
  const shape = { width: size, height: size };
  if (logo === null) {
    const palette = Uint8Array.from([bgColor, color].flatMap(parseChannels));
    return writePng({ ...shape, kind: 'indexed', palette }, lines, COMPRESSION_LEVEL);
  }
  layLogo(lines, logo, drawing);
  return writePng({ ...shape, kind: 'rgb' }, lines, COMPRESSION_LEVEL);
}

/** Puts lines with the logo in place of those that it crosses. */
function layLogo(lines: Uint8Array[], logo: Logo, { logo: box, bgColor }: Drawing): void {
  if (box === null) return;
  const ground = parseChannels(bgColor);
  const { rgba } = scalePixels(logo, box);
  for (let y = 0, from = 0; y < box.height; y++) {
    const line = (lines[box.y + y] ?? new Uint8Array(0)).slice();
    for (let at = 3 * box.x; at < 3 * (box.x + box.width); at += 3, from += 4)
      for (let i = 0; i < 3; i++) {
        const below = ground[i] ?? 0;
        line[at + i] = Math.round(below + (((rgba[from + i] ?? 0) - below) * (rgba[from + 3] ?? 0)) / 255);
      }
    lines[box.y + y] = line;
  }
}

/** Returns the colours of a line through a row of modules. */
function paintColours(row: readonly boolean[], { size, scale, offset, color, bgColor }: Drawing): Uint8Array {
  const [dark, light] = [parseChannels(color), parseChannels(bgColor)];
  const line = new Uint8Array(3 * size);
  for (let x = 0; x < size; x++) line.set(row[Math.floor((x - offset) / scale)] ? dark : light, 3 * x);
  return line;
}

/** Returns the bits of such a line, of dark modules set. The highest bit of a byte is its leftmost pixel. */
function paintBits(row: readonly boolean[], { size, scale, offset }: Drawing): Uint8Array {
  const line = new Uint8Array(Math.ceil(size / 8));
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const start = offset + x * scale;
    for (let pixel = start; pixel < start + scale; pixel++)
      line[pixel >> 3] = (line[pixel >> 3] ?? 0) | (128 >> (pixel & 7));
  }
  return line;
}
