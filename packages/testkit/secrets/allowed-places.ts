/**
 * The places where secrets are allowed, and the reasons. A kind of secret without a row here is allowed neither in the
 * log nor in a store.
 */
import type { Kind } from './registry';

type Row = { readonly kind: Kind; readonly place: RegExp; readonly why: string };

const ALLOWED: readonly Row[] = [
  { kind: 'destination', place: /^D1 links\.url$/, why: 'redirects and later checks need it' },
  { kind: 'destination', place: /^KV plain entry$/, why: 'the edge redirects a link without a password to it' },
  {
    kind: 'destination',
    place: /^KEYS idempotency\.body$/,
    why: 'the response to a creation, for a repetition within the day; no visit reads this object',
  },
  {
    kind: 'detail',
    place: /^(?!log |KV (plain )?entry)/,
    why: 'the owner searches for them, and tags and codes have the same texts; the log and the edge need none',
  },
];

/** Whether a row allows a kind of secret at a place. */
export const isAllowed = (kind: Kind, place: string): boolean =>
  ALLOWED.some((row) => row.kind === kind && row.place.test(place));
