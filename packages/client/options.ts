/** What a client and its calls may be told. */
import type { Limits } from './limits.js';

/** The part of the platform's fetch that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One answer of the API, told as it comes in; a call that is tried again has several. */
export type AnswerNotice = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** 1 for the first try of a call. */
  readonly tries: number;
  /** What the key has left; null where the answer does not tell. */
  readonly limits: Limits | null;
  /** Whether the API repeated an answer it had given before under the same Idempotency-Key. */
  readonly isReplayed: boolean;
};

/** How patient a call is. Given to a client they hold for all of its calls, given to a call for that call. */
export type Patience = {
  /** How often a 5xx or a lost connection is tried again. 3 if left out; 0 for never. */
  readonly retries?: number | undefined;
  /** The longest single wait, milliseconds. If the API asks for a longer one, its error is thrown at once. 60,000 if left out. */
  readonly maxWaitMs?: number | undefined;
  /** How long one try may take, to the last byte of its answer. 30,000 if left out. */
  readonly timeoutMs?: number | undefined;
  /** How long a call may take with all its tries and waits. 120,000 if left out. */
  readonly deadlineMs?: number | undefined;
  /** Hears of every answer. */
  readonly onAnswer?: ((notice: AnswerNotice) => void) | undefined;
};

export type CallOptions = Patience & {
  /** Ends the call, its waits too; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
};

export type CreateOptions = CallOptions & {
  /**
   * 1 to 255 printable ASCII characters. The same key and the same request make nothing twice within 24 hours, across
   * processes too. One is drawn for each call if left out.
   */
  readonly idempotencyKey?: string | undefined;
};

export type SwiftletOptions = Patience & {
  /** Where the API is, e.g. `https://api.example.com`. */
  readonly baseUrl: string | URL;
  /** An API key, `sl_…`. */
  readonly key: string;
  /** Sends the requests. The platform's own fetch if left out. */
  readonly fetch?: Fetch | undefined;
  /** Allows `http:` to other hosts than this machine, where anybody on the way can read the key. */
  readonly allowPlainHttp?: boolean | undefined;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address that paths are added to, without a slash at its end.
 * @throws TypeError for one that is no http address, carries more than a path, or would send the key in the clear
 */
export function baseOf(baseUrl: string | URL, allowPlainHttp: boolean): string {
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

/** @throws TypeError that does not repeat the text: fetch would, for one that cannot stand in a header */
export function checkKey(key: string): void {
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key: printable ASCII without spaces or line ends');
  }
}

/** @throws TypeError */
export function checkIdempotencyKey(key: string): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters');
  }
}
