/** What requests say, truncated: thousands of them wait a second in one small memory. */

/** Longer ones are made up, and a platform lets through 128 kB of headers. */
const MAX_LENGTH = 500;

/** A text's first 500 characters, without the rest in memory. */
export const truncate = (text: string): string =>
  text.length <= MAX_LENGTH ? text : copyOf(text.slice(0, MAX_LENGTH));

/** What a request's header says, truncated; empty where there is none. */
export const headerText = ({ headers }: Request, name: string): string => truncate(headers.get(name) ?? '');

/** A part of a string holds on to the whole; one that was encoded and decoded stands alone. */
const copyOf = (part: string): string => new TextDecoder().decode(new TextEncoder().encode(part));
