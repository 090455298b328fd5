/** Sends a call: its attempts, its waits and its result. */

import { type Limits, limitsOf } from './allowance.js';
import { type Failed, SwiftletConnectionError, SwiftletError, SwiftletTimeoutError } from './errors.js';
import {
  type AnswerNotice,
  baseOf,
  type CallOptions,
  checkKey,
  type Fetch,
  type Patience,
  type SwiftletOptions,
} from './options.js';
import { type ApiResponse, envelopeOf, jsonOf } from './response.js';
import { type AttemptError, isWaitRequest, waitAfter } from './retry.js';
import type { Runtime } from './runtime.js';
import { LONGEST_TIMER_MS, timeLimit } from './time-limit.js';

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
    this.#base = baseOf(options.baseUrl, options.allowPlainHttp ?? false);
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
    const rules = this.#rulesOf(options);
    const request = this.#prepare(call);
    const endsAt = now() + rules.deadlineMs;
    let retriesLeft = rules.retries;
    for (let tries = 1; ; tries++) {
      rules.signal?.throwIfAborted();
      const timeoutMs = Math.max(1, Math.ceil(Math.min(rules.timeoutMs, endsAt - now())));
      const outcome = await this.#attempt(request, tries, { ...rules, timeoutMs });
      if (!(outcome instanceof Error)) return outcome;
      const waitMs = waitAfter(outcome, { retriesLeft, waits: tries - 1, maxWaitMs: rules.maxWaitMs }, random());
      if (waitMs === null || now() + waitMs >= endsAt) throw outcome;
      if (!isWaitRequest(outcome)) retriesLeft--;
      await sleep(waitMs, rules.signal);
    }
  }

  /** Sends a call, and returns the JSON of its response, whose type the caller knows. */
  async sendForJson<Body>(call: Call, options?: CallOptions): Promise<Body> {
    const response = await this.send(call, options);
    const body = jsonOf(response);
    if (body === undefined) throw errorOf(call, response);
    return body as Body;
  }

  #rulesOf({ signal, ...own }: CallOptions): CallRules {
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
    const limit = timeLimit(rules.timeoutMs, rules.signal);
    let response: ApiResponse;
    try {
      const received = await this.#fetch(request.url, { ...request.init, signal: limit.signal });
      const { status, headers } = received;
      const bytes = new Uint8Array(await received.arrayBuffer());
      response = { status, headers, bytes, tries, limits: limitsOf(headers) };
    } catch (error) {
      rules.signal?.throwIfAborted();
      return limit.isOver()
        ? new SwiftletTimeoutError(rules.timeoutMs, failedCall(request.call, tries))
        : new SwiftletConnectionError(messageOf(error).replaceAll(this.#key, 'sl_…'), failedCall(request.call, tries));
    } finally {
      limit.release();
    }
    this.limits = response.limits ?? this.limits;
    rules.onAnswer?.(noticeOf(request.call, response));
    return response.status >= 200 && response.status < 300 ? response : errorOf(request.call, response);
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
function messageOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause)
    messages.push(cause.message);
  return messages.filter(Boolean).join(': ') || 'the connection failed';
}

const errorOf = (call: Call, response: ApiResponse) =>
  new SwiftletError(envelopeOf(response), failedCall(call, response.tries), response.limits);

const noticeOf = ({ method, path }: Call, { status, tries, limits, headers }: ApiResponse): AnswerNotice => ({
  method,
  path,
  status,
  tries,
  limits,
  isReplayed: headers.has('Idempotent-Replayed'),
});
