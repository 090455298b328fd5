/**
 * Whether a request came over plain http: by its URL and, where the operator trusts the proxies in front of the worker,
 * by what they say.
 * @param url the URL of the request, as the worker gets it
 * @param forwardedProto X-Forwarded-Proto, where each of several proxies must have written https; null where it is
 * missing or not trusted
 */
export const isPlainHttp = (url: string, forwardedProto: string | null): boolean =>
  url.startsWith('http:') && !/^https(\s*,\s*https)*$/i.test(forwardedProto ?? '');
