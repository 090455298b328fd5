const TYPES: Record<string, string> = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The content type of a file of the documentation. Cloudflare's static assets send the same for the listed types. */
export const contentTypeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
