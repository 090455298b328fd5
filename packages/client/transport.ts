/** Sends one call: its tries, its waits and its result. */
import { type Answer, envelopeOf, jsonOf } from './answer.js';
import { type Failed, SwiftletConnectionError, SwiftletError, SwiftletTimeoutError } from './errors.js';
import { type Limits, limitsOf } from './limits.js';
import {
  type AnswerNotice,
  baseOf,
  type CallOptions,
  checkKey,
  type Fetch,
  type Patience,
  type SwiftletOptions,
} from './options.js';
import { type Failure, isAskedToWait, waitAfter } from './retry.js';
import type { Runtime } from './runtime.js';
import { LONGEST_TIMER_MS, timeLimit } from './time-limit.js';

type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** With its question mark; '' for none. */
  readonly query?: string;
  /** The media type to accept. JSON if left out. */
  readonly accept?: string;
  /** The body, as JSON. */
  readonly body?: unknown;
  /** Sent with every try. Every POST has one: without it a retry could make something twice. */
  readonly idempotencyKey?: string;
};

/** The rules of one call: its own options, else the client's, else the defaults. */
type Rules = {
  readonly signal: AbortSignal | undefined;
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly onAnswer: Patience['onAnswer'];
};

/** A request that can be sent any number of times, because its body is a text. */
type Prepared = { readonly url: string; readonly init: RequestInit; readonly call: Call };

export class Transport {
  /** The limits in the latest response that had them. */
  limits: Limits | null = null;
  readonly #base: string;
  readonly #key: string;
  readonly #fetch: Fetch;
  readonly #patience: Patience;
  readonly #runtime: Runtime;

  /** @throws TypeError for options that are invalid, or that would send the key unencrypted */
  constructor(options: SwiftletOptions, runtime: Runtime) {
    checkKey(options.key);
    this.#base = baseOf(options.baseUrl, options.allowPlainHttp ?? false);
    this.#key = options.key;
    // Called without `this`, because fetch of some platforms throws when it is called as a method.
    this.#fetch = (url, init) => (options.fetch ?? fetch)(url, init);
    this.#patience = options;
    this.#runtime = runtime;
  }

  /**
   * Sends a call, with its retries, until a response is good or no retry is left.
   * @throws SwiftletError, SwiftletConnectionError, or the signal's reason
   */
  async send(call: Call, options: CallOptions = {}): Promise<Answer> {
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
      if (!isAskedToWait(outcome)) retriesLeft--;
      await sleep(waitMs, rules.signal);
    }
  }

  /** Sends a call, and returns the JSON of its response, whose type the caller knows. */
  async sendForJson<Body>(call: Call, options?: CallOptions): Promise<Body> {
    const answer = await this.send(call, options);
    const body = jsonOf(answer);
    if (body === undefined) throw errorOf(call, answer);
    return body as Body;
  }

  #rulesOf({ signal, ...own }: CallOptions): Rules {
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

  #prepare(call: Call): Prepared {
    const { method, path, query = '', accept = 'application/json', body, idempotencyKey } = call;
    const headers = {
      Authorization: `Bearer ${this.#key}`,
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    // A redirect would send the key on. `error` does not exist in Workers, so a 3xx comes back as a response, which is
    // refused below.
    const init = { method, headers, redirect: 'manual' as const };
    return {
      url: `${this.#base}${path}${query}`,
      init: body === undefined ? init : { ...init, body: JSON.stringify(body) },
      call,
    };
  }

  /** Makes one try. It also resolves with an error, and rejects only with the reason of the caller's signal. */
  async #attempt(request: Prepared, tries: number, rules: Rules): Promise<Answer | Failure> {
    const limit = timeLimit(rules.timeoutMs, rules.signal);
    let answer: Answer;
    try {
      const response = await this.#fetch(request.url, { ...request.init, signal: limit.signal });
      const { status, headers } = response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      answer = { status, headers, bytes, tries, limits: limitsOf(headers) };
    } catch (error) {
      rules.signal?.throwIfAborted();
      return limit.isOver()
        ? new SwiftletTimeoutError(rules.timeoutMs, failed(request.call, tries))
        : new SwiftletConnectionError(whyOf(error).replaceAll(this.#key, 'sl_…'), failed(request.call, tries));
    } finally {
      limit.release();
    }
    this.limits = answer.limits ?? this.limits;
    rules.onAnswer?.(noticeOf(request.call, answer));
    return answer.status >= 200 && answer.status < 300 ? answer : errorOf(request.call, answer);
  }
}

const failed = ({ method, path, idempotencyKey }: Call, tries: number): Failed => ({
  method,
  path,
  tries,
  idempotencyKey: idempotencyKey ?? null,
});

/**
 * The messages of a connection error and its causes. The errors themselves are not passed on, because each may hold the
 * key.
 */
function whyOf(error: unknown): string {
  const said: string[] = [];
  for (let cause = error; cause instanceof Error && said.length < 5; cause = cause.cause) said.push(cause.message);
  return said.filter(Boolean).join(': ') || 'the connection failed';
}

const errorOf = (call: Call, answer: Answer) =>
  new SwiftletError(envelopeOf(answer), failed(call, answer.tries), answer.limits);

const noticeOf = ({ method, path }: Call, { status, tries, limits, headers }: Answer): AnswerNotice => ({
  method,
  path,
  status,
  tries,
  limits,
  isReplayed: headers.has('Idempotent-Replayed'),
});
