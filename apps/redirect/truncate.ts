/** Truncates the texts of requests: thousands of them wait a second in the small memory of an isolate. */

/** No genuine text is longer, and the platform accepts 128 kB of headers. */
const MAX_LENGTH = 500;

/** Returns a text's first 500 characters. The rest does not stay in memory. */
export const truncate = (text: string): string =>
  text.length <= MAX_LENGTH ? text : copyOf(text.slice(0, MAX_LENGTH));

/** Returns the truncated value of a request's header; '' where there is none. */
export const headerText = ({ headers }: Request, name: string): string => truncate(headers.get(name) ?? '');

/**
 * Copies a part of a string. A slice keeps the whole string in memory; a text that was encoded and decoded does not.
 */
const copyOf = (part: string): string => new TextDecoder().decode(new TextEncoder().encode(part));
