/** Reads responses of the API. */
import type { BatchResult } from './batches.js';
import type { Envelope } from './errors.js';
import type { Limits } from './limits.js';

/** A response with its whole body. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The number of tries until this response. */
  readonly tries: number;
  readonly limits: Limits | null;
};

export const textOf = ({ bytes }: Answer): string => new TextDecoder().decode(bytes);

/** The JSON of a response; undefined where it has none. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return undefined;
  }
}

/**
 * The error envelope of a response. A response without an envelope comes from a proxy or another server, not from the
 * API.
 */
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

/** Whole seconds. The API sends no dates in Retry-After; a date from a proxy is ignored. */
function secondsOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
