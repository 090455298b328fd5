/** Which files are logos, what is stored of them, and how their pixels are read (specification 9.4). */
import { deflateSync } from 'node:zlib';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { paintLogo, toBase64 } from '#testkit/logo';
import { cleanLogo, MAX_LOGO_BYTES, openLogo } from './logo';
import { concatenate, readChunks, SIGNATURE, writeChunk } from './png';

type Header = { width?: number; height?: number; depth?: number; type?: number; interlace?: number };

/** A PNG of these parts, valid or not. @param lines the pixels before their compression */
function makePng(header: Header, lines: Uint8Array, more: readonly Uint8Array[] = []): Uint8Array {
  const { width = 1, height = 1, depth = 8, type = 0, interlace = 0 } = header;
  const data = new Uint8Array(13);
  new DataView(data.buffer).setUint32(0, width);
  new DataView(data.buffer).setUint32(4, height);
  data.set([depth, type, 0, 0, interlace], 8);
  return concatenate([
    SIGNATURE,
    writeChunk('IHDR', data),
    ...more,
    writeChunk('IDAT', deflateSync(lines)),
    writeChunk('IEND', new Uint8Array(0)),
  ]);
}

const bytes = (...values: number[]) => Uint8Array.from(values);
const text = (words: string) => new TextEncoder().encode(words);

async function readPixels(file: Uint8Array): Promise<number[]> {
  const clean = await cleanLogo(file);
  if (typeof clean === 'string') throw new Error(clean);
  return [...(await openLogo(toBase64(clean), 'png')).rgba];
}

describe('a file is refused', () => {
  const plain = paintLogo('disc', 16);
  const at = plain.length - 20;

  it.each<[string, Uint8Array, string]>([
    ['if it is empty', bytes(), 'NOT_PNG'],
    ['if it is an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_PNG'],
    ['if it is a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0, ...new Array(40).fill(0)), 'NOT_PNG'],
    ['if it is only a signature', SIGNATURE, 'NOT_PNG'],
    ['if it is cut off', plain.subarray(0, plain.length - 1), 'NOT_PNG'],
    ['if a byte of it is wrong', plain.map((byte, place) => (place === at ? byte ^ 1 : byte)), 'NOT_PNG'],
    [
      'if a chunk is longer than the file',
      concatenate([SIGNATURE, bytes(255, 255, 255, 255), text('IHDR')]),
      'NOT_PNG',
    ],
    ['if its header is not first', concatenate([SIGNATURE, writeChunk('IEND', bytes())]), 'NOT_PNG'],
    ['if it has no pixel', makePng({ width: 0 }, bytes(0)), 'NOT_PNG'],
    ['if it has too few pixels', makePng({ height: 2 }, bytes(0, 1)), 'NOT_PNG'],
    ['if it inflates to more than its header says', makePng({}, new Uint8Array(50_000_000)), 'NOT_PNG'],
    ['if its kind of pixels does not exist', makePng({ type: 2, depth: 4 }, bytes(0, 1, 1)), 'NOT_PNG'],
    ['if it has an unknown filter', makePng({}, bytes(9, 1)), 'NOT_PNG'],
    ['if it needs a palette and has none', makePng({ type: 3 }, bytes(0, 1)), 'NOT_PNG'],
    [
      'if it names a colour that its palette lacks',
      makePng({ type: 3 }, bytes(0, 5), [writeChunk('PLTE', bytes(1, 2, 3))]),
      'NOT_PNG',
    ],
    ['if it is interlaced', makePng({ interlace: 1 }, bytes(0, 1)), 'INTERLACED'],
    ['if it has 1,001 pixels across', makePng({ width: 1_001 }, new Uint8Array(1_002)), 'TOO_MANY_PIXELS'],
    ['if it has four thousand million pixels down', makePng({ height: 0xffffffff }, bytes(0)), 'TOO_MANY_PIXELS'],
    ['if it has 100,001 bytes', new Uint8Array(MAX_LOGO_BYTES + 1), 'TOO_MANY_BYTES'],
  ])('%s', async (_, file, fault) => {
    expect(await cleanLogo(file)).toBe(fault);
  });
});

it('a logo is stored without metadata, animation and what follows its end', async () => {
  const hidden = ['tEXt', 'eXIf', 'iCCP', 'acTL', 'fcTL', 'fdAT', 'pHYs', 'prVt'].map((type) =>
    writeChunk(type, text('the place where the photograph was taken')),
  );
  const file = concatenate([
    makePng({ type: 3, depth: 1, width: 8 }, bytes(0, 0b10100000), [
      ...hidden,
      writeChunk('PLTE', bytes(255, 0, 0, 0, 0, 255)),
      writeChunk('tRNS', bytes(0)),
    ]),
    text('something else'),
  ]);
  const clean = await cleanLogo(file);
  if (typeof clean === 'string') throw new Error(clean);
  expect(readChunks(clean)?.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  expect(new TextDecoder('latin1').decode(clean)).not.toContain('something else');
  expect(await cleanLogo(clean)).toEqual(clean);
});

it('the largest logo is stored', async () => {
  const data = new Uint8Array(1_000 * 1_000);
  const clean = await cleanLogo(encode({ width: 1_000, height: 1_000, data, channels: 1, depth: 8 }));
  expect(clean).toBeInstanceOf(Uint8Array);
});

it.each<[string, Header, number[], readonly Uint8Array[], number[]]>([
  ['grey', { type: 0 }, [128], [], [128, 128, 128, 255]],
  ['grey with a transparent grey', { type: 0 }, [7], [writeChunk('tRNS', bytes(0, 7))], [7, 7, 7, 0]],
  ['grey of one bit', { type: 0, depth: 1, width: 2 }, [0b01000000], [], [0, 0, 0, 255, 255, 255, 255, 255]],
  ['grey of four bits', { type: 0, depth: 4, width: 2 }, [0x0f], [], [0, 0, 0, 255, 255, 255, 255, 255]],
  ['grey of sixteen bits', { type: 0, depth: 16 }, [200, 9], [], [200, 200, 200, 255]],
  ['grey with opacity', { type: 4 }, [50, 60], [], [50, 50, 50, 60]],
  ['colour', { type: 2 }, [1, 2, 3], [], [1, 2, 3, 255]],
  ['colour of sixteen bits', { type: 2, depth: 16 }, [1, 9, 2, 9, 3, 9], [], [1, 2, 3, 255]],
  [
    'a transparent colour',
    { type: 2, width: 3 },
    [1, 2, 3, 1, 2, 4, 4, 2, 3],
    [writeChunk('tRNS', bytes(0, 1, 0, 2, 0, 3))],
    [1, 2, 3, 0, 1, 2, 4, 255, 4, 2, 3, 255],
  ],
  ['colour with opacity', { type: 6 }, [1, 2, 3, 4], [], [1, 2, 3, 4]],
  ['colour of sixteen bits with opacity', { type: 6, depth: 16 }, [1, 0, 2, 0, 3, 0, 4, 0], [], [1, 2, 3, 4]],
  [
    'a palette of two bits',
    { type: 3, depth: 2, width: 3 },
    [0b00011000],
    [writeChunk('PLTE', bytes(1, 1, 1, 2, 2, 2, 3, 3, 3)), writeChunk('tRNS', bytes(0, 9))],
    [1, 1, 1, 0, 2, 2, 2, 9, 3, 3, 3, 255],
  ],
])('the pixels of %s are read', async (_, header, line, more, rgba) => {
  expect(await readPixels(makePng(header, bytes(0, ...line), more))).toEqual(rgba);
});
