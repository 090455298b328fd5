/** A buffered click, or a buffered visit of a robot. Its texts are truncated (truncate.ts) and not parsed yet. */
export type Click = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly linkId: string;
  readonly code: string;
  /** The query of the URL, including the question mark. */
  readonly query: string;
  /** The client's IP address; empty if the platform names none. */
  readonly address: string;
  /** Whether the visitor asked not to be tracked, by `DNT: 1` or `Sec-GPC: 1`. */
  readonly isPrivate: boolean;
  /** Traits, joined. The clicks of a buffer with equal traits share one string. */
  traits: string;
};

type Texts = [userAgent: string, referrer: string, languages: string, host: string];

/**
 * What a click shows of its visitor besides the address. Most clicks of a second share it with others. The host is that
 * in the URL of the visit, with its port. Country and city are those in `request.cf`, unchecked.
 */
export type Traits = [...Texts, country: string, city: string];

/** Joins traits to one text. No header contains a line break, and a missing place becomes an empty text. */
export const joinTraits = (traits: readonly [...Texts, country: unknown, city: unknown]): string => traits.join('\n');

export const splitTraits = (text: string): Traits => text.split('\n') as Traits;
