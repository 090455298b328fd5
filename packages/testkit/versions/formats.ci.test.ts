/**
 * Checks the formats of values in KV and Durable Objects. No golden sample may be removed. The last three versions must
 * decode every sample as the present version does, for a rollback; they may leave out what they do not know.
 * `npm run test:ci` runs this file.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeClicks } from '#domain/click-batch';
import { decodeCounts } from '#domain/daily-counts';
import { decodeDenylist } from '#domain/denylist';
import { decodeEntry } from '#domain/edge-entry';
import { checkOut, ROOT } from './checkout';
import { VERSIONS } from './versions';

type Sample = { readonly text?: string; readonly encoded?: unknown };
/** A file of the domain, and the function in it that decodes stored values. */
type Reader = { readonly file: string; readonly name: string };
type Format = Reader & {
  /** The reader up to version 0.11, if it had other names. */
  readonly former?: Reader;
  readonly present: (stored: never) => unknown;
  /** The stored form of a sample. */
  readonly storedOf: (sample: Sample) => unknown;
};

const FORMATS: readonly Format[] = [
  {
    file: 'edge-entry',
    name: 'decodeEntry',
    former: { file: 'route', name: 'decodeRoute' },
    present: decodeEntry,
    storedOf: ({ text }) => text,
  },
  { file: 'denylist', name: 'decodeDenylist', present: decodeDenylist, storedOf: ({ text }) => text },
  {
    file: 'daily-counts',
    name: 'decodeCounts',
    former: { file: 'tally', name: 'decodeTally' },
    present: decodeCounts,
    storedOf: ({ encoded }) => encoded,
  },
  {
    file: 'click-batch',
    name: 'decodeClicks',
    present: decodeClicks,
    storedOf: ({ encoded }) => JSON.stringify(encoded),
  },
];

const samplesOf = (root: string, file: string) => path.join(root, `packages/domain/${file}.golden.json`);
const samplesIn = (root: string, file: string): Sample[] => JSON.parse(readFileSync(samplesOf(root, file), 'utf8'));

/** The reader of a format in a checkout. */
const readerIn = (root: string, { former, ...present }: Format): Reader =>
  former !== undefined && existsSync(samplesOf(root, former.file)) ? former : present;

/** Decodes a stored value. A generator becomes a list. */
const read = (reader: (stored: never) => unknown, stored: unknown): unknown => {
  const value = reader(stored as never);
  return value !== null && typeof value === 'object' && 'next' in value ? [...(value as Generator)] : value;
};

describe.each(VERSIONS)('$version', ({ commit }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-formats-'));
  beforeAll(() => checkOut(commit, folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(FORMATS)('has only golden samples of $file that the present version still has', (format) => {
    const former = samplesIn(folder, readerIn(folder, format).file);
    expect(samplesIn(ROOT, format.file)).toEqual(expect.arrayContaining(former));
  });

  it.each(FORMATS)(
    'decodes every present sample of $file as the present version does, as far as it knows',
    async (format) => {
      const { file, name } = readerIn(folder, format);
      const former = await import(/* @vite-ignore */ path.join(folder, `packages/domain/${file}.ts`));
      const stored = samplesIn(ROOT, format.file).map(format.storedOf);
      expect(stored.length).toBeGreaterThan(0);
      for (const one of stored) expect(read(format.present, one)).toMatchObject(read(former[name], one) as object);
    },
  );
});
