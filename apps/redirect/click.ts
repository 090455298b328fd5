/** A buffered click, or a buffered visit of a robot. Its texts are truncated (truncate.ts) and not parsed yet. */
export type Click = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly linkId: string;
  readonly code: string;
  /** The host in the URL of the visit. */
  readonly host: string;
  /** The query of the URL, including the question mark. */
  readonly query: string;
  /** The client's IP address; empty if the platform names none. */
  readonly address: string;
  readonly userAgent: string;
  readonly referrer: string;
  readonly languages: string;
  /** Whether the visitor asked not to be tracked, by `DNT: 1` or `Sec-GPC: 1`. */
  readonly isPrivate: boolean;
  /** The country in `request.cf`, unchecked. */
  readonly country: unknown;
  /** The city in `request.cf`, unchecked. */
  readonly city: unknown;
};
