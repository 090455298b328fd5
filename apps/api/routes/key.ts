/** The endpoints of the key itself: its usage, its rights, its revocation (specification 8.7 and 12.11). */
import { Hono } from 'hono';
import { KEY_SELF_EXAMPLE, KeySelf, keySelf } from '#api/accounts/key-record';
import { revokeKey } from '#api/accounts/keys';
import { keysInUse, makeUsage, USAGE_EXAMPLE, Usage } from '#api/accounts/usage';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { json, nothing } from '#api/http/response';
import { Refusal } from '#domain/refusal';

export const usageRoutes = new Hono<AppEnv>();

// GET /v2/usage: the plan of the key, its limits, and how much of each is left (specification 8.7).
usageRoutes.get(
  '/',
  ...endpoint({
    access: 'key',
    scope: null,
    reach: 'account',
    tag: 'API key',
    id: 'getUsage',
    summary: 'Read the usage of this key',
    description:
      'Returns the plan of this key, its limits, how much of each is left, and its features. Counts as one call.',
    responses: { 200: json('The usage.', Usage, { 'A key on Hobby': USAGE_EXAMPLE }) },
    refusals: [],
    handle: async (c) => {
      const { accountId, plan } = c.get('key');
      const { planPolicy } = c.get('config');
      const keys = await keysInUse(c.env, accountId);
      return c.json(makeUsage({ plan, planPolicy, reading: c.get('reading'), settings: c.get('settings'), keys }));
    },
  }),
);

export const keyRoutes = new Hono<AppEnv>();

// GET /v2/key: what the key of the request is, and what it may do (specification 12.11).
keyRoutes.get(
  '/',
  ...endpoint({
    access: 'key',
    scope: null,
    reach: 'key',
    tag: 'API key',
    id: 'getKey',
    summary: 'Read this key',
    description: 'Returns what this key may do. Counts as one call.',
    responses: { 200: json('The key.', KeySelf, { 'A key for a web page': KEY_SELF_EXAMPLE }) },
    refusals: [],
    handle: (c) => c.json(keySelf(c.get('key'), c.get('reading'))),
  }),
);

// POST /v2/key/revoke: revokes the key of the request. Anybody who finds a key can call it, unless it is one for pages
// (specification 12.11).
keyRoutes.post(
  '/revoke',
  ...endpoint({
    access: 'key',
    scope: null,
    reach: 'key',
    ignoresLimits: true,
    tag: 'API key',
    id: 'revokeOwnKey',
    summary: 'Revoke this key',
    description:
      'Revokes the key that sends the request. Anyone who finds a leaked key can do this. A key with origins is used in web pages, where every visitor can read it: only its owner can revoke it, in the console.\n\n> This can’t be undone.\n\n- Calls that are sent after the response get 401.\n- If the key was rotated, its previous secret stops working too.\n- The call also works when the key has used up its limits.\n- The owner sees in the console that the key was revoked by this call.',
    responses: { 204: nothing('The key is revoked.') },
    refusals: ['KEY_IN_PAGES'],
    handle: async (c) => {
      const { id, name, rights } = c.get('key');
      // Every visitor of such a page can read the key, so anybody could end it.
      if (rights.origins !== null) throw new Refusal('KEY_IN_PAGES');
      await revokeKey(c.env, id, { kind: 'key', id, name }, c.get('now'), c.get('now'));
      return c.body(null, 204);
    },
  }),
);
