/** The state of Durable Objects in a backup of a deployment: each class hands it over in parts, and takes it over. */
import type { Limits } from './click-limits';
import type { Count, DayOfCalls } from './meter';

/** A part of a state, and where the next part begins; null after the last part. */
export type Part<State, Start> = { readonly state: State; readonly next: Start | null };

/** A part ends once its rows have this many characters, so that a part fits into a request. */
export const BACKUP_PART_CHARACTERS = 250_000;

export type IdempotencyRow = {
  readonly key: string;
  readonly leased_at: number;
  readonly seed: string;
  readonly request_hash: string | null;
  readonly status: number | null;
  readonly body: string | null;
};

/**
 * The state of a KeyMeter: its counts, its calls by day, the hour of the last call with each key text, and its
 * Idempotency-Keys. The record of the key is in D1.
 */
export type KeyState = {
  readonly count: Count | null;
  readonly usedAt: Readonly<Record<string, number>>;
  /** The ended days of calls. */
  readonly callDays: readonly DayOfCalls[];
  readonly idempotency: readonly IdempotencyRow[];
};

/** The state of a ClickCounter, without click ids and password attempts, which are deleted within the hour. */
export type CounterState = {
  readonly limits: Limits | null;
  readonly count: number;
  /** Whether the end of the link is still to be published. */
  readonly isSpent: boolean;
  /** Whether clicks may still arrive that were granted before the link had a limit. */
  readonly isRecounting: boolean;
};

export type TotalsRow = {
  readonly link: string;
  readonly code: string;
  readonly clicks: number;
  readonly scans: number;
  readonly robots: number;
  readonly visitors: number;
  readonly last_at: number;
};
export type DayRow = {
  readonly link: string;
  readonly day: number;
  readonly counts: string;
  /** Null for a day without a profile. */
  readonly profiles: string | null;
};

/** The rolled-up state of a Statistics object. Today's visitors and their secret never leave the object. */
export type StatisticsState = {
  readonly top: readonly { readonly linkId: string; readonly code: string; readonly clicks: number }[];
  readonly totals: readonly TotalsRow[];
  readonly days: readonly DayRow[];
};

/** The row after which a part of statistics begins. */
export type StatisticsStart =
  | { readonly of: 'totals'; readonly link: string }
  | { readonly of: 'days'; readonly link: string; readonly day: number };

/** Takes at least one row, and more until they have `most` characters. `isCut` is true if rows are left. */
export function takeRows<Row>(rows: Iterable<Row>, most = BACKUP_PART_CHARACTERS): { rows: Row[]; isCut: boolean } {
  const taken: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    if (taken.length > 0 && characters >= most) return { rows: taken, isCut: true };
    taken.push(row);
    characters += JSON.stringify(row).length;
  }
  return { rows: taken, isCut: false };
}
