/** POST /v2/shorten: creates a short link (contract, "Endpoints"). */
import type { Link } from '#domain/link';
import { createHandlers } from '../context';
import { drawLink } from '../draw';
import { endpoint } from '../endpoint';
import { readLinkRequest } from '../link-request';
import { createLink } from '../links';
import { jsonBody } from '../middleware/json-body';

/** The link record: what was not asked for is not in it. */
export const linkRecord = (link: Link, shortBaseUrl: string) => {
  const shortCode = link.alias ?? link.code;
  return {
    shortUrl: `${shortBaseUrl}/${shortCode}`,
    shortCode,
    url: link.url,
    ...(link.alias !== null && { alias: link.alias }),
    ...(link.expiresAt !== null && { expiresAt: new Date(link.expiresAt).toISOString() }),
    ...(link.maxClicks !== null && { maxClicks: link.maxClicks }),
    createdAt: new Date(link.createdAt).toISOString(),
  };
};

const handlers = createHandlers(jsonBody, async (c) => {
  const { planPolicy, shortBaseUrl } = c.get('config');
  const request = readLinkRequest(c.get('body'), { key: c.get('key'), planPolicy });
  const link = await createLink(c.env, request, drawLink(), c.get('now'));
  return c.json(linkRecord(link, shortBaseUrl), 201);
});

export const shorten = endpoint({
  method: 'POST',
  path: '/v2/shorten',
  access: 'key',
  summary: 'Create a short link',
  handlers,
});
