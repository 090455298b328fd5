/** POST /admin/accounts/:id/sign-in-link: a link that signs in to the console once, within 15 minutes (answers, section 13). */
import { Refusal } from '#domain/refusal';
import { createSignInLink as create } from '../../console/sign-in-links';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';

const handlers = createHandlers(async (c) => {
  const { consoleOrigin } = c.get('config');
  if (consoleOrigin === undefined) throw new Refusal('UNKNOWN_ROUTE');
  const { text, expiresAt } = await create(c.env, c.req.param('id') ?? '', c.get('now'));
  return c.json({ url: `${consoleOrigin}/console/sign-in/${text}`, expiresAt: new Date(expiresAt).toISOString() }, 201);
});

export const createSignInLink = endpoint({
  method: 'POST',
  path: '/admin/accounts/:id/sign-in-link',
  access: 'operator',
  summary: 'Create a sign-in link',
  handlers,
});
