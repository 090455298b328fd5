import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { PLAIN_LINK } from '#api/links/link-record';
import { LISTED_TAG } from '#api/links/tag-record';
import { request, response, type Section } from './pieces';

const TAGGED = { url: 'https://example.com/winter', tags: [LISTED_TAG.name] };
const TAGGED_LINK = { ...PLAIN_LINK, ...TAGGED, shortUrl: `${EXAMPLE_SHORT}/m3x9kd2`, shortCode: 'm3x9kd2' };

export const tags: Section = {
  id: 'tags',
  title: 'Organize links with tags',
  endpoints: ['listTags', 'changeTag', 'deleteTag'],
  text: (deployment) => html`
<p>A title, notes and tags help you find a link again. Visitors never see them. A tag is created as soon as a link uses it:</p>
${request(deployment, 201, 'POST', '/shorten', TAGGED)}
${response(deployment, TAGGED_LINK)}
<p>Give the tag a color. To rename it, send a new <code>name</code>; all of its links show that name at once:</p>
${request(deployment, 200, 'PATCH', `/tags/${LISTED_TAG.name}`, { color: LISTED_TAG.color })}
${response(deployment, LISTED_TAG)}
<p><code>GET /v2/tags</code> lists your tags with the number of their links. <code>DELETE</code> removes a tag and keeps its links.
<code>GET /v2/stats?tag=Winter</code> adds up the clicks of all links with a tag.</p>`,
};
