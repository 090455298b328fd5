/**
 * A click, or a robot's look, as a visit leaves it with its isolate: nothing of it has been looked at yet. What the request
 * said stands here as far as it is kept (kept-text.ts).
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
  /** The visitor asked not to be looked at: `DNT: 1` or `Sec-GPC: 1`. */
  readonly isPrivate: boolean;
  readonly country: unknown;
  readonly city: unknown;
};
