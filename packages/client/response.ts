/** Responses of the API, and the errors with which a call rejects. An aborted call rejects with its signal's reason. */
import type { ErrorType } from './api-types.js';
import type { BatchResult } from './requests.js';

/** A response with its whole body. */
export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The number of attempts, this one included. */
  readonly tries: number;
  readonly limits: Limits | null;
};

export const decodeText = ({ bytes }: ApiResponse): string => new TextDecoder().decode(bytes);

/** The JSON of a response; undefined for a body that is not JSON. */
export function parseJson(response: ApiResponse): unknown {
  try {
    return JSON.parse(decodeText(response));
  } catch {
    return undefined;
  }
}

/**
 * The error envelope of a response. A response without an envelope comes from a proxy or another server, not from the
 * API.
 */
export function readEnvelope(response: ApiResponse): Envelope {
  const { status, headers } = response;
  const body = parseJson(response);
  const fields: { readonly [field: string]: unknown } = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (field: string) => (typeof fields[field] === 'string' ? (fields[field] as string) : null);
  const resetDate = text('resetDate');
  return {
    status,
    errorType: text('errorType'),
    message: text('message') ?? `The answer ${status} is not one of the API`,
    retryAfter: parseSeconds(headers.get('Retry-After')) ?? parseSeconds(fields.retryAfter),
    resetsAt: resetDate === null ? null : new Date(resetDate),
    requestId: text('requestId'),
    results: Array.isArray(fields.results) ? (fields.results as readonly BatchResult[]) : null,
  };
}

/**
 * A number of seconds; null for any other value. The API sends no dates in Retry-After, and a date from a proxy is
 * ignored.
 */
function parseSeconds(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** What a key has left, by the headers of a response. */
export type Allowance = {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole allowance is available again. */
  readonly resetsAt: Date;
};

export type Limits = {
  /** The name of the key. */
  readonly keyName: string;
  /** Requests in 60 seconds. */
  readonly window: Allowance;
  /** Calls in a calendar month, UTC. */
  readonly month: Allowance;
};

/** Reads the limits of a response. Null for a response without limits, before which the API has checked no key. */
export function readLimits(headers: Headers): Limits | null {
  const keyName = headers.get('X-API-Key-Name');
  const window = readAllowance(headers, 'X-RateLimit');
  const month = readAllowance(headers, 'X-Quota');
  return keyName === null || window === null || month === null ? null : { keyName, window, month };
}

function readAllowance(headers: Headers, kind: string): Allowance | null {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((part) => headers.get(`${kind}-${part}`));
  if (limit == null || remaining == null || reset == null) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1_000) };
}

/** The call that failed. */
export type Failed = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The number of attempts. */
  readonly tries: number;
  /**
   * The Idempotency-Key of the request; null for a call that makes nothing. Another call with the same key makes
   * nothing twice.
   */
  readonly idempotencyKey: string | null;
};

/** The error envelope of the API, as far as the response has it. */
export type Envelope = {
  readonly status: number;
  /**
   * The stable name of the error, for programs. Null where the response is not from the API, such as the page of a
   * proxy.
   */
  readonly errorType: ErrorType | (string & {}) | null;
  readonly message: string;
  /** The seconds to wait before the call can succeed. */
  readonly retryAfter: number | null;
  /** When the used-up month ends. */
  readonly resetsAt: Date | null;
  /** The id of a fault of the service. Its operator can find the fault by it. */
  readonly requestId: string | null;
  /** The result of each item of a refused atomic batch; null for any other error. */
  readonly results: readonly BatchResult[] | null;
};

/** The API refused the request. */
export class SwiftletError extends Error implements Failed, Omit<Envelope, 'message'> {
  override readonly name = 'SwiftletError';
  readonly status: number;
  readonly errorType: Envelope['errorType'];
  readonly retryAfter: number | null;
  readonly resetsAt: Date | null;
  readonly requestId: string | null;
  readonly results: readonly BatchResult[] | null;
  readonly method: string;
  readonly path: string;
  readonly tries: number;
  readonly idempotencyKey: string | null;
  /** What the key had left; null for a response without limits. */
  readonly limits: Limits | null;

  constructor(envelope: Envelope, failed: Failed, limits: Limits | null) {
    super(envelope.message);
    this.status = envelope.status;
    this.errorType = envelope.errorType;
    this.retryAfter = envelope.retryAfter;
    this.resetsAt = envelope.resetsAt;
    this.requestId = envelope.requestId;
    this.results = envelope.results;
    this.method = failed.method;
    this.path = failed.path;
    this.tries = failed.tries;
    this.idempotencyKey = failed.idempotencyKey;
    this.limits = limits;
  }
}

/** No complete response came. Whether the API has done the work is unknown. */
export class SwiftletConnectionError extends Error implements Failed {
  override readonly name: string = 'SwiftletConnectionError';
  readonly method: string;
  readonly path: string;
  readonly tries: number;
  readonly idempotencyKey: string | null;

  constructor(reason: string, { method, path, tries, idempotencyKey }: Failed) {
    super(`${method} ${path}: ${reason}`);
    this.method = method;
    this.path = path;
    this.tries = tries;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No complete response came in time. */
export class SwiftletTimeoutError extends SwiftletConnectionError {
  override readonly name = 'SwiftletTimeoutError';

  constructor(timeoutMs: number, failed: Failed) {
    super(`no answer within ${timeoutMs} ms`, failed);
  }
}
