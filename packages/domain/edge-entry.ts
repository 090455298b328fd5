/**
 * The edge entry, the value of a link's code in KV, and its codec. The two workers deploy separately, so a worker may
 * read an entry in the format of the next version: it takes that for a miss. edge-entry.golden.json holds samples.
 */

import { type Denylist, deniesHost, parseHost } from './denylist';
import { type GoneReason, hasExpired, type Link } from './link';

export type LiveEntry = {
  readonly state: 'live';
  readonly id: string;
  readonly version: number;
  readonly accountId: string;
  /** The name of the statistics object that counts this link's clicks: the account and a shard. */
  readonly statistics: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly maxClicks?: number | undefined;
  /** The entry of a protected link holds no destination, so that the edge cannot reveal it. */
  readonly target: { readonly location: string } | 'protected';
};
type GoneEntry = { readonly state: 'gone'; readonly version: number; readonly reason: GoneReason };
type BlockedEntry = { readonly state: 'blocked'; readonly version: number };
export type EdgeEntry = LiveEntry | GoneEntry | BlockedEntry;

const FORMAT = 1;

/** Format 1. Names have one letter, because every visit parses them. */
type Encoded = {
  f: number;
  s: 'live' | 'gone' | 'blocked';
  v: number;
  i?: string;
  a?: string;
  t?: string;
  c?: number;
  e?: number | undefined;
  m?: number | undefined;
  u?: string;
  p?: 1;
  r?: GoneReason;
};

/**
 * The KV key of a code's entry. The prefix separates entries from other values. With it no key is `.` or `..`, which KV
 * refuses.
 */
export const makeEntryKey = (code: string): string => `l:${code}`;

/** The name of an account's first statistics object. An account has no second one so far. */
export const nameStatistics = (accountId: string): string => `${accountId}:0`;

/** Makes the entry of a link. `location` is the destination in its parsed, ASCII form. */
export function makeEntry(link: Link, location: string): EdgeEntry {
  if (link.blocked !== null) return { state: 'blocked', version: link.version };
  if (link.gone !== null) return { state: 'gone', version: link.version, reason: link.gone };
  return {
    state: 'live',
    id: link.id,
    version: link.version,
    accountId: link.accountId,
    statistics: nameStatistics(link.accountId),
    createdAt: link.createdAt,
    expiresAt: link.expiresAt ?? undefined,
    maxClicks: link.maxClicks ?? undefined,
    target: link.password === null ? { location } : 'protected',
  };
}

/** The text of an entry, as KV stores it. */
export function encodeEntry(entry: EdgeEntry): string {
  return JSON.stringify(encodeFields(entry));
}

function encodeFields(entry: EdgeEntry): Encoded {
  switch (entry.state) {
    case 'blocked':
      return { f: FORMAT, s: 'blocked', v: entry.version };
    case 'gone':
      return { f: FORMAT, s: 'gone', v: entry.version, r: entry.reason };
    case 'live':
      return {
        f: FORMAT,
        s: 'live',
        v: entry.version,
        i: entry.id,
        a: entry.accountId,
        t: entry.statistics,
        c: entry.createdAt,
        e: entry.expiresAt,
        m: entry.maxClicks,
        ...(entry.target === 'protected' ? { p: 1 } : { u: entry.target.location }),
      };
  }
}

/** Decodes the text of an entry. Null for a text of an unknown format: the caller then reads D1, as after a miss. */
export function decodeEntry(text: string): EdgeEntry | null {
  try {
    return decodeFields(JSON.parse(text) as Partial<Encoded> | null);
  } catch {
    return null;
  }
}

function decodeFields(value: Partial<Encoded> | null): EdgeEntry | null {
  if (value === null || value.f !== FORMAT || typeof value.v !== 'number') return null;
  const { v: version } = value;
  if (value.s === 'blocked') return { state: 'blocked', version };
  if (value.s === 'gone' && value.r !== undefined) return { state: 'gone', version, reason: value.r };
  if (value.s !== 'live' || !value.i || !value.a || !value.t || value.c === undefined) return null;
  const target = value.p === 1 ? 'protected' : value.u === undefined ? null : { location: value.u };
  if (target === null) return null;
  return {
    state: 'live',
    id: value.i,
    version,
    accountId: value.a,
    statistics: value.t,
    createdAt: value.c,
    expiresAt: value.e,
    maxClicks: value.m,
    target,
  };
}

type Evaluation =
  | { readonly outcome: 'live'; readonly entry: LiveEntry }
  | { readonly outcome: 'gone'; readonly reason: GoneReason }
  | { readonly outcome: 'blocked' };

/**
 * Evaluates an edge entry at `now`, epoch milliseconds. The clock decides here whether a link has expired, never the
 * expiration of the KV value. The redirect worker calls the counter of a limited link afterwards.
 */
export function evaluate(entry: EdgeEntry, denylist: Denylist, now: number): Evaluation {
  if (entry.state === 'blocked') return { outcome: 'blocked' };
  if (entry.state === 'gone') return { outcome: 'gone', reason: entry.reason };
  if (isDenied(entry, denylist)) return { outcome: 'blocked' };
  return hasExpired(entry.expiresAt, now) ? { outcome: 'gone', reason: 'TIME' } : { outcome: 'live', entry };
}

/** The entry of a protected link has no destination. unlock.ts checks its host after it has read D1. */
const isDenied = ({ accountId, target }: LiveEntry, denylist: Denylist): boolean =>
  denylist.accounts.has(accountId) ||
  (denylist.hosts.size > 0 && target !== 'protected' && deniesHost(denylist, parseHost(target.location)));
