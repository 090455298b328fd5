/** Reads responses of the API. */

import type { Limits } from './allowance.js';
import type { BatchResult } from './batches.js';
import type { Envelope } from './errors.js';

/** A response with its whole body. */
export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The number of attempts, this one included. */
  readonly tries: number;
  readonly limits: Limits | null;
};

export const textOf = ({ bytes }: ApiResponse): string => new TextDecoder().decode(bytes);

/** The JSON of a response; undefined for a body that is not JSON. */
export function jsonOf(response: ApiResponse): unknown {
  try {
    return JSON.parse(textOf(response));
  } catch {
    return undefined;
  }
}

/**
 * The error envelope of a response. A response without an envelope comes from a proxy or another server, not from the
 * API.
 */
export function envelopeOf(response: ApiResponse): Envelope {
  const { status, headers } = response;
  const body = jsonOf(response);
  const fields: { readonly [field: string]: unknown } = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (field: string) => (typeof fields[field] === 'string' ? (fields[field] as string) : null);
  const resetDate = text('resetDate');
  return {
    status,
    errorType: text('errorType'),
    message: text('message') ?? `The answer ${status} is not one of the API`,
    retryAfter: secondsOf(headers.get('Retry-After')) ?? secondsOf(fields.retryAfter),
    resetsAt: resetDate === null ? null : new Date(resetDate),
    requestId: text('requestId'),
    results: Array.isArray(fields.results) ? (fields.results as readonly BatchResult[]) : null,
  };
}

/**
 * A number of seconds; null for any other value. The API sends no dates in Retry-After, and a date from a proxy is
 * ignored.
 */
function secondsOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
