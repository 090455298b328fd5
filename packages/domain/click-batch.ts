/** The batch: the clicks an isolate has gathered for one statistics object, counted. */
import { decodeTally, type EncodedTally, encodeTally, type Tally } from './tally';

/** What was counted of one link on one day. */
export type BatchEntry = {
  readonly linkId: string;
  readonly code: string;
  readonly day: number;
  readonly tally: Tally;
  /** Who clicked: places in the batch's list of visitors, each once. */
  readonly visitors: ReadonlySet<number>;
};

export type Batch = {
  /** The object takes a batch of one id once, however often it is sent. */
  readonly id: string;
  /** The entries, as `encodeEntries` writes them: the object keeps this text as it is. */
  readonly entries: string;
  /** Network and user agent of every visitor, in the memory of two workers and nowhere else. */
  readonly visitors: readonly string[];
};

/** Ids begin with the moment their batch was made, so that those of a time lie together. */
export const batchId = (madeAt: number, random: string): string => `${momentOf(madeAt)}-${random}`;

/** No id of a batch made at `madeAt` or later comes before this one. */
export const firstBatchId = (madeAt: number): string => momentOf(madeAt);

/** Nine characters are enough until the year 5188. */
const momentOf = (at: number): string => at.toString(36).padStart(9, '0');

type EncodedEntry = [linkId: string, code: string, day: number, visitors: number[], tally: EncodedTally];

export const encodeEntries = (entries: readonly BatchEntry[]): string =>
  JSON.stringify(
    entries.map(
      ({ linkId, code, day, visitors, tally }): EncodedEntry => [linkId, code, day, [...visitors], encodeTally(tally)],
    ),
  );

export const decodeEntries = (text: string): BatchEntry[] =>
  (JSON.parse(text) as EncodedEntry[]).map(([linkId, code, day, visitors, tally]) => ({
    linkId,
    code,
    day,
    visitors: new Set(visitors),
    tally: decodeTally(tally),
  }));
