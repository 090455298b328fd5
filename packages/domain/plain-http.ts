/**
 * Whether a request came over plain http: its URL begins with `http:`, and no trusted X-Forwarded-Proto says https.
 * @param url the URL of the request, as the worker gets it
 * @param forwardedProto the value of X-Forwarded-Proto, in which every proxy must have written https; null where the
 * header is missing or not trusted
 */
export const isPlainHttp = (url: string, forwardedProto: string | null): boolean =>
  url.startsWith('http:') && !/^https(\s*,\s*https)*$/i.test(forwardedProto ?? '');
