/**
 * The places where secrets are allowed, and why. Without a row here, a kind is allowed neither in the log nor in a
 * store.
 */
import type { Kind } from './registry';

type Row = { readonly kind: Kind; readonly place: RegExp; readonly why: string };

const ALLOWED: readonly Row[] = [
  { kind: 'destination', place: /^D1 links\.url$/, why: 'D1 is the truth: it redirects, and is looked at again' },
  { kind: 'destination', place: /^KV plain entry$/, why: 'the edge redirects a link without a password by it' },
  {
    kind: 'destination',
    place: /^KEYS idempotency\.body$/,
    why: 'the answer to a creation, for the maker who repeats it within the day; no visit asks this object',
  },
];

/** Whether a row allows a kind of secret at a place. */
export const isAllowed = (kind: Kind, place: string): boolean =>
  ALLOWED.some((row) => row.kind === kind && row.place.test(place));
