/** Times of day as the clocks of a time zone show them, such as `2026-12-03T14:00`. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clocks are ahead of UTC at a moment, milliseconds. @param timeZone IANA name */
export function offsetAt(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone });
  formats.set(timeZone, format);
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
} as const;

/** The minute that the clocks of a zone show at a moment, as the value of an input of type `datetime-local`. */
export const formatLocal = (at: number, timeZone: string): string =>
  new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);

/**
 * Returns the moment at which the clocks of a zone show a minute: the first one, where they show it twice. Null for a
 * minute that they leave out, because they go forward; undefined for a text that is no minute.
 */
export function parseLocal(text: string, timeZone: string): number | null | undefined {
  const [, day, time] = /^([1-9]\d{3}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::00(?:\.0+)?)?$/.exec(text.trim()) ?? [];
  const shown = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 10) !== day) return undefined;
  // Clocks change at most once within two days, so one of these offsets is the one of that minute.
  const moments = [-DAY_MS, DAY_MS].map((ms) => shown - offsetAt(shown + ms, timeZone));
  const found = moments.filter((at) => at + offsetAt(at, timeZone) === shown);
  return found.length === 0 ? null : Math.min(...found);
}
