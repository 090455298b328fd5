/** Serves the files of the documentation, in place of the platform's static assets binding. */
import { contentTypeOf } from './content-type';

export default {
  async fetch(request, { FOLDER }): Promise<Response> {
    const { pathname } = new URL(request.url);
    const file = await FOLDER.fetch(`http://folder${pathname}`);
    if (!file.ok) return new Response(null, { status: 404 });
    return new Response(file.body, { headers: { 'Content-Type': contentTypeOf(pathname) } });
  },
} satisfies ExportedHandler<{ FOLDER: Fetcher }>;
