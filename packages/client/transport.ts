/** Sends a call: its attempts, their time limits, the waits between them, and the result. */

import {
  type AnswerNotice,
  type CallOptions,
  checkKey,
  type Fetch,
  type Patience,
  parseBase,
  type SwiftletOptions,
} from './options.js';
import {
  type ApiResponse,
  type Failed,
  type Limits,
  parseJson,
  readEnvelope,
  readLimits,
  SwiftletConnectionError,
  SwiftletError,
  SwiftletTimeoutError,
} from './response.js';

type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** With its question mark; '' for none. */
  readonly query?: string;
  /** The media type to accept. JSON if left out. */
  readonly accept?: string;
  /** The body, as JSON. */
  readonly body?: unknown;
  /** It is sent with every attempt. Every POST has one, because without it a retry could make something twice. */
  readonly idempotencyKey?: string;
};

/** The rules of one call: its own options, else the client's, else the defaults. */
type CallRules = {
  readonly signal: AbortSignal | undefined;
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly onAnswer: Patience['onAnswer'];
};

/** A request that can be sent any number of times, because its body is a text. */
type PreparedRequest = { readonly url: string; readonly init: RequestInit; readonly call: Call };

export class Transport {
  /** The limits in the latest response that had them. */
  limits: Limits | null = null;
  readonly #base: string;
  readonly #key: string;
  readonly #fetch: Fetch;
  readonly #isStrict: boolean;
  readonly #patience: Patience;
  readonly #runtime: Runtime;

  /** @throws TypeError for options that are invalid, or that would send the key unencrypted */
  constructor(options: SwiftletOptions, runtime: Runtime) {
    checkKey(options.key);
    this.#base = parseBase(options.baseUrl, options.allowPlainHttp ?? false);
    this.#key = options.key;
    // The call has no `this`, because fetch of some platforms throws when it is called as a method.
    this.#fetch = (url, init) => (options.fetch ?? fetch)(url, init);
    this.#isStrict = options.strict ?? true;
    this.#patience = options;
    this.#runtime = runtime;
  }

  /**
   * Sends a call, with its retries, until a response is 2xx or no retry is left.
   * @throws SwiftletError, SwiftletConnectionError, or the signal's reason
   */
  async send(call: Call, options: CallOptions = {}): Promise<ApiResponse> {
    const { now, random, sleep } = this.#runtime;
    const rules = this.#makeRules(options);
    const request = this.#prepare(call);
    const endsAt = now() + rules.deadlineMs;
    let retriesLeft = rules.retries;
    for (let tries = 1; ; tries++) {
      rules.signal?.throwIfAborted();
      const timeoutMs = Math.max(1, Math.ceil(Math.min(rules.timeoutMs, endsAt - now())));
      const outcome = await this.#attempt(request, tries, { ...rules, timeoutMs });
      if (!(outcome instanceof Error)) return outcome;
      const waitMs = computeWait(outcome, { retriesLeft, waits: tries - 1, maxWaitMs: rules.maxWaitMs }, random());
      if (waitMs === null || now() + waitMs >= endsAt) throw outcome;
      if (!isWaitRequest(outcome)) retriesLeft--;
      await sleep(waitMs, rules.signal);
    }
  }

  /** Sends a call, and returns the JSON of its response, whose type the caller knows. */
  async sendForJson<Body>(call: Call, options?: CallOptions): Promise<Body> {
    const response = await this.send(call, options);
    const body = parseJson(response);
    if (body === undefined) throw makeError(call, response);
    return body as Body;
  }

  #makeRules({ signal, ...own }: CallOptions): CallRules {
    const { retries, maxWaitMs, timeoutMs, deadlineMs, onAnswer } = this.#patience;
    return {
      signal,
      retries: own.retries ?? retries ?? 3,
      maxWaitMs: Math.min(own.maxWaitMs ?? maxWaitMs ?? 60_000, LONGEST_TIMER_MS),
      timeoutMs: Math.min(own.timeoutMs ?? timeoutMs ?? 30_000, LONGEST_TIMER_MS),
      deadlineMs: own.deadlineMs ?? deadlineMs ?? 120_000,
      onAnswer: own.onAnswer ?? onAnswer,
    };
  }

  #prepare(call: Call): PreparedRequest {
    const { method, path, query = '', accept = 'application/json', body, idempotencyKey } = call;
    const headers = {
      Authorization: `Bearer ${this.#key}`,
      Accept: accept,
      // A misspelt option is refused, and not dropped.
      ...(this.#isStrict && { Prefer: 'handling=strict' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    // A followed redirect could send the key to another host. Workers do not know the value `error`, so a 3xx comes as
    // a response, and `#attempt` makes an error of it.
    const init = { method, headers, redirect: 'manual' as const };
    return {
      url: `${this.#base}${path}${query}`,
      init: body === undefined ? init : { ...init, body: JSON.stringify(body) },
      call,
    };
  }

  /**
   * Makes one attempt. Resolves with the error of a failed attempt. Rejects only with the reason of the caller's
   * signal.
   */
  async #attempt(request: PreparedRequest, tries: number, rules: CallRules): Promise<ApiResponse | AttemptError> {
    const limit = makeTimeLimit(rules.timeoutMs, rules.signal);
    let response: ApiResponse;
    try {
      const received = await this.#fetch(request.url, { ...request.init, signal: limit.signal });
      const { status, headers } = received;
      const bytes = new Uint8Array(await received.arrayBuffer());
      response = { status, headers, bytes, tries, limits: readLimits(headers) };
    } catch (error) {
      rules.signal?.throwIfAborted();
      return limit.isOver()
        ? new SwiftletTimeoutError(rules.timeoutMs, failedCall(request.call, tries))
        : new SwiftletConnectionError(
            joinMessages(error).replaceAll(this.#key, 'sl_…'),
            failedCall(request.call, tries),
          );
    } finally {
      limit.release();
    }
    this.limits = response.limits ?? this.limits;
    rules.onAnswer?.(makeNotice(request.call, response));
    return response.status >= 200 && response.status < 300 ? response : makeError(request.call, response);
  }
}

const failedCall = ({ method, path, idempotencyKey }: Call, tries: number): Failed => ({
  method,
  path,
  tries,
  idempotencyKey: idempotencyKey ?? null,
});

/**
 * The messages of a connection error and of its causes. The errors themselves are not passed on, because each may
 * contain the key.
 */
function joinMessages(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause)
    messages.push(cause.message);
  return messages.filter(Boolean).join(': ') || 'the connection failed';
}

const makeError = (call: Call, response: ApiResponse) =>
  new SwiftletError(readEnvelope(response), failedCall(call, response.tries), response.limits);

const makeNotice = ({ method, path }: Call, { status, tries, limits, headers }: ApiResponse): AnswerNotice => ({
  method,
  path,
  status,
  tries,
  limits,
  isReplayed: headers.has('Idempotent-Replayed'),
});

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** The error of an attempt. A response that asks the client to wait counts as an error too. */
export type AttemptError = SwiftletError | SwiftletConnectionError;

/**
 * Whether the API asks the client to wait. The attempt after such a wait does not count towards `retries`: only
 * `maxWaitMs` and the deadline limit the waits.
 */
export const isWaitRequest = (error: AttemptError): boolean =>
  !(error instanceof SwiftletConnectionError) && (error.status === 429 || error.errorType === 'IDEMPOTENCY_KEY_IN_USE');

const isTransient = (error: AttemptError): boolean => error instanceof SwiftletConnectionError || error.status >= 500;

/** The state of a call: the number of retries left, the number of waits so far, and the longest allowed wait. */
type CallState = { readonly retriesLeft: number; readonly waits: number; readonly maxWaitMs: number };

/**
 * The wait before the next attempt, in milliseconds; null if there is no next attempt. The wait is Retry-After plus an
 * exponential back-off with full jitter. The jitter spreads the attempts of clients that were refused together.
 * @param random from 0 to 1
 */
export function computeWait(
  error: AttemptError,
  { retriesLeft, waits, maxWaitMs }: CallState,
  random: number,
): number | null {
  if (!isWaitRequest(error) && (!isTransient(error) || retriesLeft <= 0)) return null;
  const retryAfterMs = error instanceof SwiftletConnectionError ? 0 : (error.retryAfter ?? 0) * 1_000;
  if (retryAfterMs > maxWaitMs) return null;
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** waits, LONGEST_BACKOFF_MS);
  return Math.min(retryAfterMs + random * backoffMs, maxWaitMs);
}

/** The longest time of a timer. A timer that is set for longer fires at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Makes a signal that is aborted after a time, or together with `outer`. With AbortSignal.any and AbortSignal.timeout a
 * long-lived `outer` would keep every such signal in memory (github.com/nodejs/node/issues/54614).
 */
export function makeTimeLimit(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  const abortWithOuter = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', abortWithOuter);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abortWithOuter);
    },
  };
}

/** Time and random numbers, which tests replace. */
export type Runtime = {
  /** The milliseconds of a monotonic clock. */
  now(): number;
  /** A random number, at least 0 and less than 1. */
  random(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
};

export const RUNTIME: Runtime = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
