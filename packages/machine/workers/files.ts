/** Serves the files of the documentation, in place of the platform's static assets binding. */

const TYPES: Record<string, string> = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
};

export default {
  async fetch(request, { FOLDER }): Promise<Response> {
    const { pathname } = new URL(request.url);
    const file = await FOLDER.fetch(`http://folder${pathname}`);
    if (!file.ok) return new Response(null, { status: 404 });
    const type = TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return new Response(file.body, { headers: { 'Content-Type': type } });
  },
} satisfies ExportedHandler<{ FOLDER: Fetcher }>;
