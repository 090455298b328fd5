import { html } from 'hono/html';
import { LISTED_TAG } from '#api/links/tag-record';
import { request, response, type Section } from './pieces';

export const tags: Section = {
  id: 'tags',
  title: 'Organize links with tags',
  text: (deployment) => html`
<p>A title, notes and tags help you find a link again. Visitors never see them. A tag is created as soon as a link uses it, and it can have
a color:</p>
${request(deployment, 200, 'GET', '/tags')}
${response(deployment, { tags: [{ ...LISTED_TAG, links: 12, clicks: 480 }], nextCursor: null })}
<p>To rename a tag or change its color, send <code>name</code>, <code>color</code> or both with
<code>PATCH ${deployment.api}/v2/tags/Winter</code>. All of its links show the new name at once. <code>DELETE</code> removes the tag and
keeps its links. <code>GET /v2/stats?tag=Winter</code> adds up the clicks of all links with a tag.</p>`,
};
