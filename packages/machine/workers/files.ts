/** Serves the files of the documentation, in place of the platform's static assets binding. */

export default {
  async fetch(request, { FOLDER }): Promise<Response> {
    const { pathname } = new URL(request.url);
    const file = await FOLDER.fetch(`http://folder${pathname}`);
    if (!file.ok) return new Response(null, { status: 404 });
    return new Response(file.body, { headers: { 'Content-Type': findContentType(pathname) } });
  },
} satisfies ExportedHandler<{ FOLDER: Fetcher }>;

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
export const findContentType = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
