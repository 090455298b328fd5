/**
 * What stands in KV and in objects, as text: the golden samples have only grown, and the last three versions read every
 * present one as the present version does, for a rollback leaves it to them. Part of `npm run test:ci`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
type Format = {
  readonly file: string;
  /** Where it was called otherwise: its file up to version 0.11. */
  readonly formerFile?: string;
  /** Name of what reads it in former versions, and the present one. */
  readonly reader: string;
  readonly present: (stored: never) => unknown;
  /** What is read, as it is stored. */
  readonly storedOf: (sample: Sample) => unknown;
};

const FORMATS: readonly Format[] = [
  {
    file: 'edge-entry',
    formerFile: 'route',
    reader: 'decodeRoute',
    present: decodeEntry,
    storedOf: ({ text }) => text,
  },
  { file: 'denylist', reader: 'decodeDenylist', present: decodeDenylist, storedOf: ({ text }) => text },
  {
    file: 'daily-counts',
    formerFile: 'tally',
    reader: 'decodeTally',
    present: decodeCounts,
    storedOf: ({ encoded }) => encoded,
  },
  {
    file: 'click-batch',
    reader: 'decodeClicks',
    present: decodeClicks,
    storedOf: ({ encoded }) => JSON.stringify(encoded),
  },
];

const samplesIn = (root: string, file: string): Sample[] =>
  JSON.parse(readFileSync(path.join(root, `packages/domain/${file}.golden.json`), 'utf8'));

/** What a reader makes of it; a generator's yield as a list. */
const read = (reader: (stored: never) => unknown, stored: unknown): unknown => {
  const value = reader(stored as never);
  return value !== null && typeof value === 'object' && 'next' in value ? [...(value as Generator)] : value;
};

describe.each(VERSIONS)('$version', ({ commit }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-formats-'));
  beforeAll(() => checkOut(commit, folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(FORMATS)('has no golden sample of $file that is gone', ({ file, formerFile = file }) => {
    expect(samplesIn(ROOT, file)).toEqual(expect.arrayContaining(samplesIn(folder, formerFile)));
  });

  it.each(FORMATS)(
    'reads every present sample of $file as it is read now',
    async ({ file, formerFile = file, reader, present, storedOf }) => {
      const former = await import(/* @vite-ignore */ path.join(folder, `packages/domain/${formerFile}.ts`));
      const stored = samplesIn(ROOT, file).map(storedOf);
      expect(stored.length).toBeGreaterThan(0);
      for (const one of stored) expect(read(former[reader], one)).toEqual(read(present, one));
    },
  );
});
