/** The headers of the documentation's responses: how long they may be cached, and what a page may do. */
import { file } from '#api/http/response';

export const CACHE_CONTROL = { 'Cache-Control': 'public, max-age=300' };

export const PAGE = file(
  'The page.',
  ['text/html'],
  ['Content-Security-Policy', 'Referrer-Policy', 'Cross-Origin-Opener-Policy'],
);

/** The policy allows no other origins, no inline scripts and no framing. Stylesheets contain images as data: URLs. */
export const PAGE_HEADERS = {
  ...CACHE_CONTROL,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
