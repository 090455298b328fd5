/** POST /admin/accounts/:id/sign-in-link: creates a link that signs in to the console once (specification 13.9). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { Timestamp } from '#api/http/timestamp';
import { createSignInLink } from '#api/sign-in/sign-in-links';
import { Refusal } from '#domain/refusal';
import { AccountId } from '../params';

const SignInLink = z
  .strictObject({ url: z.url(), expiresAt: Timestamp })
  .meta({ id: 'SignInLink', description: 'A link that signs in to the console.' });

export const createSignInLinkEndpoint = endpoint({
  method: 'POST',
  path: '/admin/accounts/:id/sign-in-link',
  access: 'operator',
  tag: 'Operator',
  id: 'createSignInLink',
  summary: 'Create a sign-in link',
  description:
    'Creates a link that signs in to the account’s console once, within 15 minutes. A deployment without a console responds 404.\n\n> Send it safely: anyone with the link gets into the account.',
  params: { id: AccountId },
  responses: {
    201: json('The link.', SignInLink, {
      link: {
        url: 'https://api.example.com/console/sign-in/Qm1b4vT9xZ3kR7pL',
        expiresAt: '2026-11-20T12:15:00.000Z',
      },
    }),
  },
  refusals: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_CLOSED'],
  handle: async (c) => {
    const { consoleOrigin } = c.get('config');
    if (consoleOrigin === undefined) throw new Refusal('UNKNOWN_ROUTE');
    const { text, expiresAt } = await createSignInLink(c.env, c.req.param('id'), c.get('now'));
    const url = `${consoleOrigin}/console/sign-in/${text}`;
    return c.json({ url, expiresAt: new Date(expiresAt).toISOString() }, 201);
  },
});
