/**
 * A batch: the clicks that an isolate sends to one statistics object. A batch contains a value once, even if many
 * clicks share it. click-batch.golden.json holds a sample of its format.
 */
import { DIMENSIONS, type Profile, toCountedValue } from './daily-counts';

/** `scan` is a click by a QR code. `robot` is the request of a robot that names itself, which is no click. */
export const CLICK_KINDS = ['click', 'scan', 'robot'] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

export type BatchedClick = {
  readonly linkId: string;
  readonly code: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: ClickKind;
  /** Null for a robot, and for a visitor who asks not to be tracked. */
  readonly profile: Profile | null;
  /** The visitor's index in the batch's list of visitors; null where the profile is null. */
  readonly visitor: number | null;
};

export type Batch = {
  /** The object counts batches with the same id once. */
  readonly id: string;
  /** The clicks, as `encodeClicks` encodes them. The object stores this text as it is. */
  readonly clicks: string;
  /**
   * The network and the user agent of each visitor. They are only in the memory of the two workers, never in a store.
   */
  readonly visitors: readonly string[];
};

/** The id of a batch. It begins with the time at which the batch was made, so that ids sort by time. */
export const makeBatchId = (madeAt: number, random: string): string => `${formatTime(madeAt)}-${random}`;

/** A text that sorts before the ids of all batches made at `madeAt` or later. */
export const makeFirstBatchId = (madeAt: number): string => formatTime(madeAt);

/** The time in base 36. Nine characters are enough until the year 5188. */
const formatTime = (at: number): string => at.toString(36).padStart(9, '0');

const FORMAT = 1;

/**
 * Format 1. `c` holds five numbers per click: the index of its link in `l`, its milliseconds after `at`, its kind, the
 * index of its profile in `p`, and the index of its visitor.
 */
type Encoded = { f: number; at: number; l: [id: string, code: string][]; p: string[][]; c: number[] };
const NUMBERS_PER_CLICK = 5;
const NONE = -1;

/**
 * Encodes clicks as a text. Thousands of clicks fit into one row of the object, because a value of more than 64
 * characters becomes OTHER.
 */
export function encodeClicks(clicks: readonly BatchedClick[]): string {
  const at = clicks[0]?.at ?? 0;
  const links = new Map<string, number>();
  const profiles = new Map<Profile | null, number>();
  const encoded: Encoded = { f: FORMAT, at, l: [], p: [], c: [] };
  for (const { linkId, code, at: clickedAt, kind, profile, visitor } of clicks) {
    if (!links.has(linkId)) links.set(linkId, encoded.l.push([linkId, code]) - 1);
    if (profile !== null && !profiles.has(profile)) {
      profiles.set(profile, encoded.p.push(DIMENSIONS.map((name) => toCountedValue(profile[name]))) - 1);
    }
    const profileIndex = profiles.get(profile) ?? NONE;
    encoded.c.push(links.get(linkId) ?? NONE, clickedAt - at, CLICK_KINDS.indexOf(kind), profileIndex, visitor ?? NONE);
  }
  return JSON.stringify(encoded);
}

/** Decodes the text of clicks. @throws Error for a format that this version does not know */
export function* decodeClicks(text: string): Generator<BatchedClick> {
  const { f, at, l, p, c } = JSON.parse(text) as Encoded;
  if (f !== FORMAT) throw new Error(`A batch of the unknown format ${f}`);
  const profiles = p.map((values) => Object.fromEntries(DIMENSIONS.map((name, i) => [name, values[i]])) as Profile);
  for (let i = 0; i < c.length; i += NUMBERS_PER_CLICK) {
    const [linkId = '', code = ''] = l[c[i] ?? NONE] ?? [];
    const visitor = c[i + 4] ?? NONE;
    yield {
      linkId,
      code,
      at: at + (c[i + 1] ?? 0),
      kind: CLICK_KINDS[c[i + 2] ?? 0] ?? 'click',
      profile: profiles[c[i + 3] ?? NONE] ?? null,
      visitor: visitor === NONE ? null : visitor,
    };
  }
}

/**
 * Joins the texts of the clicks of two batches into the text of one batch.
 * @param visitors the number of visitors of the first batch; those of the second follow them
 * @throws Error for a format that this version does not know
 */
export function joinClicks(first: string, second: string, visitors: number): string {
  const moved = [...decodeClicks(second)].map((click) => ({
    ...click,
    visitor: click.visitor === null ? null : click.visitor + visitors,
  }));
  return encodeClicks([...decodeClicks(first), ...moved]);
}
