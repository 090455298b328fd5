/** Truncates the texts of requests, because thousands of them wait a second in the small memory of an isolate. */

/** The longest text that is kept. Genuine texts are shorter, but the platform accepts 128 kB of headers. */
const MAX_LENGTH = 500;

/** Returns the first 500 characters of a text. The rest does not stay in memory. */
export const truncate = (text: string): string =>
  text.length <= MAX_LENGTH ? text : copyOf(text.slice(0, MAX_LENGTH));

/** Returns the truncated value of a request header; '' if the request has none. */
export const headerText = (headers: Headers, name: string): string => truncate(headers.get(name) ?? '');

/** Copies a slice of a string by encoding and decoding it. A slice alone would keep the whole string in memory. */
const copyOf = (part: string): string => new TextDecoder().decode(new TextEncoder().encode(part));
