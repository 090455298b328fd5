/** The options of a client and of its calls. */
import type { Limits } from './response.js';

/** The part of the platform's fetch that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One response of the API, which `onAnswer` gets as soon as it has come. A call with retries has several. */
export type AnswerNotice = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** The number of the attempt, from 1. */
  readonly tries: number;
  /** What the key has left; null for a response without limits. */
  readonly limits: Limits | null;
  /** Whether this is the stored response to an earlier request with the same Idempotency-Key. */
  readonly isReplayed: boolean;
};

/**
 * The retries and time limits of a call. Those of a client apply to all of its calls. Those of a call apply to that
 * call only.
 */
export type Patience = {
  /** The maximum number of retries after a 5xx or a lost connection. 3 if left out; 0 for none. */
  readonly retries?: number | undefined;
  /**
   * The longest single wait, milliseconds. Where the API asks for a longer one, the call rejects at once. 60,000 if
   * left out.
   */
  readonly maxWaitMs?: number | undefined;
  /** How long one attempt may take, to the last byte of its response, milliseconds. 30,000 if left out. */
  readonly timeoutMs?: number | undefined;
  /** How long a call may take with all its attempts and waits, milliseconds. 120,000 if left out. */
  readonly deadlineMs?: number | undefined;
  /** A function that is called with every response. */
  readonly onAnswer?: ((notice: AnswerNotice) => void) | undefined;
};

export type CallOptions = Patience & {
  /** Ends the call, also during a wait; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
};

export type CreateOptions = CallOptions & {
  /**
   * 1 to 255 printable ASCII characters. The same key and the same request make nothing twice within 24 hours, in other
   * processes too. If left out, each call gets a random key.
   */
  readonly idempotencyKey?: string | undefined;
};

export type SwiftletOptions = Patience & {
  /** The address of the API, e.g. `https://api.example.com`. */
  readonly baseUrl: string | URL;
  /** An API key, `sl_…`. */
  readonly key: string;
  /** The function that sends requests. The platform's own fetch if left out. */
  readonly fetch?: Fetch | undefined;
  /**
   * Whether the API refuses fields and parameters that it does not know, such as a misspelt option. true if left out;
   * with false it drops them.
   */
  readonly strict?: boolean | undefined;
  /** Allows `http:` to other hosts than this computer. Anybody on the network path can then read the key. */
  readonly allowPlainHttp?: boolean | undefined;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base of all URLs, without a slash at its end.
 * @throws TypeError for an address that is not http(s), has more than a path, or would send the key unencrypted
 */
export function parseBase(baseUrl: string | URL, allowPlainHttp: boolean): string {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https address');
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must have no user, query or fragment');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !allowPlainHttp) {
    throw new TypeError(`http://${url.host} would carry the API key in the clear: use https, or set allowPlainHttp`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Checks an API key. @throws TypeError that does not contain the key, as an error of fetch would */
export function checkKey(key: string): void {
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key: printable ASCII without spaces or line ends');
  }
}

/** Checks an Idempotency-Key. @throws TypeError */
export function checkIdempotencyKey(key: string): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters');
  }
}
