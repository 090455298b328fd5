import { domainToUnicode } from 'node:url';

/**
 * Whether a browser can open a host. The URL parser of workerd passes a label on unread that is no Punycode (RFC 3492), or
 * whose Unicode form UTS 46 refuses; browsers refuse it. `domainToUnicode` leaves exactly such a label as it is.
 * @param host as the URL parser writes it: in lower case and ASCII
 */
export const isDecodableHost = (host: string): boolean => !/(^|\.)xn--/.test(domainToUnicode(host));
