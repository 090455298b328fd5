/**
 * The batch: the clicks that an isolate sends to one statistics object. What many clicks share is in it once.
 * An object may meet a batch of another deployment, so a format once written stays readable (click-batch.golden.json).
 */
import { countable, DIMENSIONS, type Profile } from './daily-counts';

/** robot: a named robot's request, which is no click. */
export const CLICK_KINDS = ['click', 'scan', 'robot'] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

export type BatchedClick = {
  readonly linkId: string;
  readonly code: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: ClickKind;
  /** Null for a robot, and for a visitor who asked not to be looked at. */
  readonly profile: Profile | null;
  /** A place in the batch's list of visitors; null where the profile is. */
  readonly visitor: number | null;
};

export type Batch = {
  /** The object takes a batch of one id once, however often it is sent. */
  readonly id: string;
  /** The clicks, as `encodeClicks` writes them: the object keeps this text as it is. */
  readonly clicks: string;
  /** Network and user agent of every visitor, in the memory of two workers and nowhere else. */
  readonly visitors: readonly string[];
};

/** Ids begin with the moment their batch was made, so that those of a time lie together. */
export const batchId = (madeAt: number, random: string): string => `${momentOf(madeAt)}-${random}`;

/** No id of a batch made at `madeAt` or later comes before this one. */
export const firstBatchId = (madeAt: number): string => momentOf(madeAt);

/** Nine characters are enough until the year 5188. */
const momentOf = (at: number): string => at.toString(36).padStart(9, '0');

const FORMAT = 1;

/** Format 1: `c` holds five numbers a click: place of its link, milliseconds after `at`, kind, place of its profile, visitor. */
type Encoded = { f: number; at: number; l: [id: string, code: string][]; p: string[][]; c: number[] };
const NUMBERS = 5;
const NONE = -1;

/** The text of clicks: so short for each that thousands fit into one value of the object, whatever visitors sent. */
export function encodeClicks(clicks: readonly BatchedClick[]): string {
  const at = clicks[0]?.at ?? 0;
  const links = new Map<string, number>();
  const profiles = new Map<Profile, number>();
  const encoded: Encoded = { f: FORMAT, at, l: [], p: [], c: [] };
  for (const { linkId, code, at: clickedAt, kind, profile, visitor } of clicks) {
    if (!links.has(linkId)) links.set(linkId, encoded.l.push([linkId, code]) - 1);
    if (profile !== null && !profiles.has(profile)) {
      profiles.set(profile, encoded.p.push(DIMENSIONS.map((name) => countable(profile[name]))) - 1);
    }
    const profilePlace = profile === null ? NONE : (profiles.get(profile) ?? NONE);
    encoded.c.push(links.get(linkId) ?? NONE, clickedAt - at, CLICK_KINDS.indexOf(kind), profilePlace, visitor ?? NONE);
  }
  return JSON.stringify(encoded);
}

/** @throws Error for a format that this version does not know */
export function* decodeClicks(text: string): Generator<BatchedClick> {
  const { f, at, l, p, c } = JSON.parse(text) as Encoded;
  if (f !== FORMAT) throw new Error(`A batch of the unknown format ${f}`);
  const profiles = p.map((values) => Object.fromEntries(DIMENSIONS.map((name, i) => [name, values[i]])) as Profile);
  for (let i = 0; i < c.length; i += NUMBERS) {
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
