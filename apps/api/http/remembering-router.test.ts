import { TrieRouter } from 'hono/router/trie-router';
import { expect, it } from 'vitest';
import { RememberingRouter } from './remembering-router';

const ROUTES = [
  ['ALL', '*'],
  ['GET', '/v2/links'],
  ['POST', '/v2/links'],
  ['POST', '/v2/links/bulk'],
  ['PATCH', '/v2/links/:code'],
  ['ALL', '/v2/links/:code'],
  ['GET', '/docs/guide'],
  ['GET', '/docs/:file'],
  ['ALL', '/console/*'],
] as const;

const PATHS = ['/v2/links', '/v2/links/bulk', '/v2/links/promo', '/docs/guide', '/docs/:file', '/console/', '/nothing'];

it('RememberingRouter finds what TrieRouter finds, also when it is asked again', () => {
  const [trie, router] = [new TrieRouter<string>(), new RememberingRouter<string>()];
  for (const one of [trie, router]) for (const [method, path] of ROUTES) one.add(method, path, `${method} ${path}`);
  for (const path of [...PATHS, ...PATHS])
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
      expect(router.match(method, path), `${method} ${path}`).toEqual(trie.match(method, path));
});

it('RememberingRouter finds a route that is added after a search', () => {
  const router = new RememberingRouter<string>();
  router.add('GET', '/one', 'first');
  router.match('GET', '/one');
  router.add('ALL', '*', 'second');
  expect(router.match('GET', '/one')[0]).toHaveLength(2);
});
