/**
 * A click, or a robot's visit, as its isolate buffers it: nothing is parsed yet, and every text of the request is
 * truncated (truncate.ts).
 */
export type Click = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly linkId: string;
  readonly code: string;
  /** The host that the visit was sent to. */
  readonly host: string;
  /** The query of the URL, with its question mark. */
  readonly query: string;
  /** The client's IP address; empty where the platform names none. */
  readonly address: string;
  readonly userAgent: string;
  readonly referrer: string;
  readonly languages: string;
  /** The visitor asked not to be tracked: `DNT: 1` or `Sec-GPC: 1`. */
  readonly isPrivate: boolean;
  /** Of `request.cf`, unchecked like the city. */
  readonly country: unknown;
  readonly city: unknown;
};
