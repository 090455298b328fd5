/** Which files are logos, what is stored of them, and how their pixels are read (specification 9.4). */
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { makePng, paintLogo, toBase64 } from '#testkit/logo';
import { isLogo, MAX_LOGO_BYTES, MAX_STORED_SIDE, makeLogo, openLogo } from './logo';
import { concatenate, readChunks, SIGNATURE, writeChunk } from './png';

const bytes = (...values: number[]) => Uint8Array.from(values);
const PALETTE = writeChunk('PLTE', bytes(1, 2, 3));
const OPACITY = writeChunk('tRNS', bytes(9));
const text = (words: string) => new TextEncoder().encode(words);

/** Makes a logo of a file, and opens it. */
async function openMade(file: Uint8Array) {
  const made = await makeLogo(file);
  if (typeof made === 'string') throw new Error(made);
  return { made, ...openLogo(toBase64(made), 'png') };
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
      makePng({ type: 3 }, bytes(0, 5), { chunks: [writeChunk('PLTE', bytes(1, 2, 3))] }),
      'NOT_PNG',
    ],
    ['if it has two palettes', makePng({ type: 3 }, bytes(0, 0), { chunks: [PALETTE, PALETTE] }), 'NOT_PNG'],
    [
      'if it says twice what is transparent',
      makePng({ type: 3 }, bytes(0, 0), { chunks: [PALETTE, OPACITY, OPACITY] }),
      'NOT_PNG',
    ],
    [
      'if its pixels have an opacity and a colour is transparent',
      makePng({ type: 6 }, bytes(0, 1, 2, 3, 4), { chunks: [OPACITY] }),
      'NOT_PNG',
    ],
    ['if it is interlaced', makePng({ interlace: 1 }, bytes(0, 1)), 'INTERLACED'],
    ['if it has 1,001 pixels across', makePng({ width: 1_001 }, new Uint8Array(1_002)), 'TOO_MANY_PIXELS'],
    ['if it has four thousand million pixels down', makePng({ height: 0xffffffff }, bytes(0)), 'TOO_MANY_PIXELS'],
    ['if it has 100,001 bytes', new Uint8Array(MAX_LOGO_BYTES + 1), 'TOO_MANY_BYTES'],
  ])('%s', async (_, file, fault) => {
    expect(await makeLogo(file)).toBe(fault);
  });
});

it('a logo is stored without metadata, animation and what follows its pixels or its end', async () => {
  const hidden = text('the place where the photograph was taken');
  const chunks = ['tEXt', 'eXIf', 'iCCP', 'acTL', 'fcTL', 'fdAT', 'pHYs', 'prVt'].map((type) =>
    writeChunk(type, hidden),
  );
  const file = concatenate([makePng({ type: 6 }, bytes(0, 1, 2, 3, 0), { chunks, after: hidden }), hidden]);
  const { made, rgba } = await openMade(file);
  expect(readChunks(made)?.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  expect(new TextDecoder('latin1').decode(made)).not.toContain('photograph');
  expect([...rgba]).toEqual([0, 0, 0, 0]);
  expect(await makeLogo(made)).toEqual(made);
});

it('a logo is stored with 512 pixels a side and 100,000 bytes at most, in its proportions', async () => {
  const data = new Uint8Array(1_000 * 600).fill(77);
  const large = await openMade(Uint8Array.from(encode({ width: 1_000, height: 600, data, channels: 1, depth: 8 })));
  expect([large.width, large.height]).toEqual([MAX_STORED_SIDE, 307]);
  expect(new Set(large.rgba)).toEqual(new Set([77, 255]));
  const bits = Uint8Array.from({ length: 880 * 111 }, (_, i) => (i % 111 === 0 ? 0 : (i * 2_654_435_761) >>> 13));
  const busy = await openMade(makePng({ width: 880, height: 880, depth: 1 }, bits));
  expect(busy.made.length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
  expect(busy.width).toBeGreaterThan(150);
});

it.each([1, 2, 102, 128, 175, 205, 288, 300, 410, 512, 576, 815, 1_000])(
  'a logo of %i pixels a side is stored',
  async (side) => {
    expect(typeof (await makeLogo(paintLogo('black', side)))).toBe('object');
  },
);

it('only what is stored for a logo is taken from a backup', async () => {
  const { base64 } = await openMade(paintLogo('disc', 40));
  const others = [
    makePng({ type: 6 }, bytes(0, 1, 2, 3, 4)),
    paintLogo('disc', 513),
    text('<svg/>'),
    makePng({ type: 6, width: 0 }, bytes(2)),
  ].map(toBase64);
  expect([base64, ...others, '%'].map(isLogo)).toEqual([true, false, false, false, false, false]);
});

it.each<[string, Parameters<typeof makePng>[0], number[], readonly Uint8Array[], number[]]>([
  ['grey', { type: 0 }, [128], [], [128, 128, 128, 255]],
  ['grey with a transparent grey', { type: 0 }, [7], [writeChunk('tRNS', bytes(0, 7))], [0, 0, 0, 0]],
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
    [0, 0, 0, 0, 1, 2, 4, 255, 4, 2, 3, 255],
  ],
  ['colour with opacity', { type: 6 }, [1, 2, 3, 4], [], [1, 2, 3, 4]],
  ['colour of sixteen bits with opacity', { type: 6, depth: 16 }, [1, 0, 2, 0, 3, 0, 4, 0], [], [1, 2, 3, 4]],
  [
    'a palette of two bits',
    { type: 3, depth: 2, width: 3 },
    [0b00011000],
    [writeChunk('PLTE', bytes(1, 1, 1, 2, 2, 2, 3, 3, 3)), writeChunk('tRNS', bytes(0, 9))],
    [0, 0, 0, 0, 2, 2, 2, 9, 3, 3, 3, 255],
  ],
])('the pixels of %s are read', async (_, header, line, chunks, rgba) => {
  expect([...(await openMade(makePng(header, bytes(0, ...line), { chunks }))).rgba]).toEqual(rgba);
});
