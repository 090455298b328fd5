/**
 * A click, or a robot's visit, as its isolate buffers it: nothing of it has been parsed yet. What the request said is
 * truncated (truncate.ts).
 */
export type Click = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly linkId: string;
  readonly code: string;
  /** The short host that was asked. */
  readonly host: string;
  /** The address's query, with its question mark. */
  readonly query: string;
  readonly address: string;
  readonly userAgent: string;
  readonly referrer: string;
  readonly languages: string;
  /** The visitor asked not to be tracked: `DNT: 1` or `Sec-GPC: 1`. */
  readonly isPrivate: boolean;
  readonly country: unknown;
  readonly city: unknown;
};
