/**
 * Whether a request came over plain http: by its address and, where the operator trusts what stands in front of the
 * worker, by what that says of the request it took.
 * @param url of the request, as the worker has it
 * @param forwardedProto X-Forwarded-Proto: https, and of several proxies each of them; null where it is missing, or not trusted
 */
export const isPlainHttp = (url: string, forwardedProto: string | null): boolean =>
  url.startsWith('http:') && !/^https(\s*,\s*https)*$/i.test(forwardedProto ?? '');
