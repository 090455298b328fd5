/** From the bytes of an answer to what it says. */
import type { BatchResult } from './batches.js';
import type { Envelope } from './errors.js';
import type { Limits } from './limits.js';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** How many tries it took. */
  readonly tries: number;
  readonly limits: Limits | null;
};

export const textOf = ({ bytes }: Answer): string => new TextDecoder().decode(bytes);

/** The JSON of an answer; undefined where it is none. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return undefined;
  }
}

/** What an answer refuses with. One that has no envelope is not the API's: a proxy's, or a host that is something else. */
export function envelopeOf(answer: Answer): Envelope {
  const { status, headers } = answer;
  const body = jsonOf(answer);
  const told: { readonly [field: string]: unknown } = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (field: string) => (typeof told[field] === 'string' ? (told[field] as string) : null);
  const resetDate = text('resetDate');
  return {
    status,
    errorType: text('errorType'),
    message: text('message') ?? `The answer ${status} is not one of the API`,
    retryAfter: secondsOf(headers.get('Retry-After')) ?? secondsOf(told.retryAfter),
    resetsAt: resetDate === null ? null : new Date(resetDate),
    requestId: text('requestId'),
    results: Array.isArray(told.results) ? (told.results as readonly BatchResult[]) : null,
  };
}

/** Whole seconds. The API writes no dates in Retry-After; a proxy's date is not understood. */
function secondsOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
