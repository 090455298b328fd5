/**
 * Tests that two independent decoders, zbar and jsQR, read every accepted picture. They read SVGs as Chromium
 * renders them. `TEST_SEED=<seed> npm run test:ci -- qr/decode` repeats a run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { CHROMIUM_TIMEOUT_MS, closeContexts, openChromium } from '#testkit/chromium';
import { LOGO_NAMES, type LogoName, paintLogo, toBase64 } from '#testkit/logo';
import { readPixels, readQr } from '#testkit/read-qr';
import { findZbarimg, ZBARIMG_TIMEOUT_MS, type Zbarimg } from '#testkit/zbarimg';
import { encodeAroundLogo, encodeModules, leastSize, MAX_ADDRESS_WITH_LOGO } from './drawing';
import { openLogo } from './logo';
import { drawQrCode, type Picture } from './picture';
import { MAX_SIZE, QrQuery } from './query';

const PICTURES = process.env.TEST_LONG ? 2_000 : 240;

type RawQuery = { readonly [name: string]: string };

const hex = (min: number, max: number) =>
  fc
    .array(fc.integer({ min, max }), { minLength: 3, maxLength: 3 })
    .map((channels) => channels.map((channel) => channel.toString(16).padStart(2, '0')).join(''));

/** Black on white, colours of well-known brands, and random pairs. Many of the pairs are just within the rules. */
const colours: fc.Arbitrary<RawQuery> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(
    { color: '1877f2' },
    { color: 'e60023', bgColor: 'fff5f5' },
    { color: '777777' },
    { color: '0000ff', bgColor: 'ffff00' },
    { color: '036', bgColor: '9fc' },
    { color: '000000', bgColor: '5a5a5a' },
  ),
  fc.record({ color: hex(0, 120), bgColor: hex(100, 255) }),
  fc.record({ color: hex(0, 255), bgColor: hex(0, 255) }),
);

const from = (min: number, max: number) => fc.integer({ min, max });
const numbers = (...among: fc.Arbitrary<number>[]) => fc.oneof(...among).map(String);

const MARGINS = Array.from({ length: 17 }, (_, margin) => margin);

const acceptedQuery: fc.Arbitrary<RawQuery> = fc
  .tuple(
    fc.record({
      format: fc.constantFrom('svg', 'png'),
      size: numbers(fc.constantFrom(100, 300, 1_000), from(100, 400), from(100, 1_000)),
      level: fc.constantFrom('L', 'M', 'Q', 'H'),
      margin: fc.constantFrom(...MARGINS).map(String),
      track: fc.constantFrom('true', 'false'),
    }),
    colours,
  )
  .map(([query, pair]): RawQuery => ({ ...query, ...pair }))
  .filter((query) => QrQuery.safeParse(query).success);

const CODE_CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'];
const anyShortUrl = fc
  .tuple(
    fc.constantFrom('https://s.example.com', 'http://127.0.0.1:8788', 'https://t.co'),
    fc.string({ unit: fc.constantFrom(...CODE_CHARACTERS), minLength: 3, maxLength: MAX_CODE_LENGTH, size: 'max' }),
  )
  .map((parts) => parts.join('/'));

/** The name of a logo, its width and its height; null for no logo. */
type AnyLogo = readonly [name: LogoName, width: number, height: number] | null;

const anyLogo: fc.Arbitrary<AnyLogo> = fc.oneof(
  fc.constant(null),
  fc.tuple(fc.constantFrom(...LOGO_NAMES), from(1, 90), from(1, 90)),
);

type Drawn = { readonly query: QrQuery; readonly address: string; readonly logo: AnyLogo; readonly picture: Picture };

/** Draws the picture that the endpoint returns. If the requested size is too small, the picture has the least size. */
function drawn([asked, shortUrl, logo]: readonly [RawQuery, string, AnyLogo]): Drawn {
  const wanted = QrQuery.parse(asked);
  const address = wanted.track ? `${shortUrl}?qr=1` : shortUrl;
  const modules = logo === null ? encodeModules(address, wanted.level) : encodeAroundLogo(address)?.modules;
  const query = { ...wanted, size: Math.max(wanted.size, leastSize(modules ?? [], wanted, logo !== null)) };
  const opened = logo && openLogo(toBase64(paintLogo(...logo)), query.format);
  return { query, address, logo, picture: drawQrCode(address, query, opened) };
}

/** Queries that random generation seldom makes. Without a rule in drawing.ts some decoder could not read each. */
const HARD: readonly [rule: string, RawQuery, shortUrl: string][] = [
  ['one pixel per module', { size: '101', margin: '16', level: 'H' }, 'https://s.example.com/Promo-2026-Winter'],
  ['no margin', { size: '464', margin: '0', color: '505050' }, 'https://s.example.com/abc2345'],
  [
    'soft colors and a small margin',
    { size: '281', margin: '1', color: '197fc3' },
    'https://s.example.com/BbY3789qre966C6CbfXh-5rk25xAfygc8xuw',
  ],
];

let browser: Browser;
let zbarimg: Zbarimg;
const folder = mkdtempSync(join(tmpdir(), 'swiftlet-qr-'));

beforeAll(async () => {
  browser = await openChromium();
  zbarimg = await findZbarimg();
}, CHROMIUM_TIMEOUT_MS + ZBARIMG_TIMEOUT_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeContexts(browser);
});

type Svg = Extract<Picture, { type: 'image/svg+xml' }>;
const isSvg = (picture: Picture): picture is Svg => picture.type === 'image/svg+xml';

/** A function for the browser. It renders an SVG, and returns a PNG in base64. */
const SHOW = `async (svg) => {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1];
}`;

/** Returns the pictures as PNG files. The browser renders the SVGs. */
async function shown(pictures: readonly Picture[]): Promise<Buffer[]> {
  const tab = await browser.newPage();
  const svgs = JSON.stringify(pictures.filter(isSvg).map(({ body }) => body));
  const pngs = ((await tab.evaluate(`Promise.all(${svgs}.map(${SHOW}))`)) as string[]).values();
  await tab.close();
  return pictures.map((picture) =>
    isSvg(picture) ? Buffer.from(pngs.next().value ?? '', 'base64') : Buffer.from(picture.body),
  );
}

/** Returns the pictures from which a decoder did not read the address. */
async function unread(all: readonly Drawn[]): Promise<unknown[]> {
  const pngs = await shown(all.map(({ picture }) => picture));
  const files = pngs.map((png, i) => {
    const file = join(folder, `${i}.png`);
    writeFileSync(file, png);
    return file;
  });
  const seen = await zbarimg(files);
  return all.flatMap(({ query, address, logo }, i) => {
    const read = { zbar: seen.get(files[i] ?? ''), jsQR: readQr(pngs[i] as Buffer) };
    const isRight = read.zbar?.length === 1 && read.zbar[0] === address && read.jsQR === address;
    return isRight ? [] : [{ query, address, logo, read }];
  });
}

it.each(HARD)('both decoders read a picture that is hard to read: %s', async (_, query, shortUrl) => {
  const formats = ['svg', 'png'].map((format) => drawn([{ ...query, format }, shortUrl, null]));
  expect(await unread(formats)).toEqual([]);
});

it('both decoders read the largest picture with a logo around the longest address', async () => {
  const longest = `https://s.example.com/${'Promo-2026-'.repeat(9)}`.slice(0, MAX_ADDRESS_WITH_LOGO);
  const formats = ['svg', 'png'].map((format) =>
    drawn([{ format, size: String(MAX_SIZE), color: '777777' }, longest, ['noise', 300, 200]]),
  );
  expect(await unread(formats)).toEqual([]);
});

describe(`${PICTURES} accepted queries`, () => {
  let all: readonly Drawn[];
  beforeAll(() => {
    all = fc.sample(fc.tuple(acceptedQuery, anyShortUrl, anyLogo), { numRuns: PICTURES }).map(drawn);
  });

  it('have every value of every option, and short and long addresses', () => {
    const listValues = (name: keyof QrQuery) => new Set(all.map(({ query }) => query[name]));
    expect(listValues('format')).toEqual(new Set(['svg', 'png']));
    expect(listValues('level')).toEqual(new Set(['L', 'M', 'Q', 'H']));
    expect(listValues('track')).toEqual(new Set([true, false]));
    expect(listValues('margin')).toEqual(new Set(MARGINS));
    expect(listValues('size').size).toBeGreaterThan(100);
    expect(listValues('color').size).toBeGreaterThan(50);
    expect(new Set(all.map(({ address }) => address.length)).size).toBeGreaterThan(20);
    expect(new Set(all.map(({ logo }) => logo?.[0]))).toEqual(new Set([undefined, ...LOGO_NAMES]));
  });

  it('give pictures from which zbar and jsQR read the address', { timeout: 300_000 }, async () => {
    expect(await unread(all)).toEqual([]);
  });

  it('give the same pixels as SVG and as PNG, if they have no logo', async () => {
    const some = all.filter(({ logo }) => logo === null).slice(0, 25);
    const drawnAs = (format: QrQuery['format']) =>
      shown(some.map(({ query, address }) => drawQrCode(address, { ...query, format })));
    const [svgs, pngs] = [await drawnAs('svg'), await drawnAs('png')];
    const differing = some.filter((_, i) => {
      const [svg, png] = [readPixels(svgs[i] as Buffer), readPixels(pngs[i] as Buffer)];
      return svg.width !== png.width || !Buffer.from(svg.rgba.buffer).equals(Buffer.from(png.rgba.buffer));
    });
    expect(differing).toEqual([]);
  });
});
