/** The end of a key in the form of its rights: the choice, the date that is typed, and both in words. */
import type { Fields } from './forms/form';
import { momentText } from './pages/components';

/** The values of the field `expiry`: no end, one in so many days, or the one in the field `expiresAt`. */
export const EXPIRIES = [
  ['never', 'Never'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['date', 'Date…'],
] as const;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Returns a time as the form shows it, in UTC: `2027-01-31 18:00`, with seconds unless they are 0. */
export const endText = (at: number | null): string =>
  at === null
    ? ''
    : new Date(at)
        .toISOString()
        .replace('T', ' ')
        .replace(/(:00)?\.000Z$/, '')
        .replace(/Z$/, '');

/** The values with which the form shows an end. */
export const expiryValues = (at: number | null): Fields => ({
  expiry: at === null ? 'never' : 'date',
  expiresAt: endText(at),
});

const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?)?(?: ?(?:Z|UTC))?$/;

/** Returns the timestamp of a typed time in UTC; null for an empty text, and any other text as it is. */
export function timestampOf(typed: string): string | null {
  const text = typed.trim();
  const [, day, minutes = '00:00', seconds = ':00'] = TIME.exec(text) ?? [];
  if (day === undefined) return text === '' ? null : text;
  return `${day}T${minutes}${seconds}Z`;
}

/**
 * Returns the end that the fields choose, as it is typed; empty for none. An end in some days is the next whole minute.
 * Without a choice a typed date counts, so that no key outlives it.
 */
export function chosenEnd({ expiry = 'date', expiresAt = '' }: Fields, now: number): string {
  if (expiry === 'date') return expiresAt.trim();
  const days = Number(expiry);
  if (Number.isNaN(days)) return '';
  return endText(Math.ceil((now + days * DAY_MS) / MINUTE_MS) * MINUTE_MS);
}

/** Returns the chosen end in words. A text that is no time stays as it was typed. */
export function expiryText({ expiry = 'date', expiresAt = '' }: Fields): string {
  if (expiry !== 'date') return EXPIRIES.find(([value]) => value === expiry)?.[1] ?? 'Never';
  const at = Date.parse(timestampOf(expiresAt) ?? '');
  return Number.isNaN(at) ? expiresAt || 'Never' : momentText(at);
}
