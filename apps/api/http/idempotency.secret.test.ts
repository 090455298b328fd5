/** The stored hash of a request with an Idempotency-Key. The body of the request may hold a password. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { hashText } from '#secrets/digest';
import { postOnce } from '#testkit/idempotent';
import { createWorld } from '#testkit/world';

const world = createWorld();
const BODY = JSON.stringify({ url: 'https://example.com/', password: '1234' });

const storedHash = (id: string) =>
  runInDurableObject(
    env.KEYS.getByName(id),
    (_, { storage }) =>
      storage.sql.exec<{ request_hash: string }>('SELECT request_hash FROM idempotency').one().request_hash,
  );

it('nobody without the pepper can compute the stored hash of a request, or the part of that hash in the link’s id', async () => {
  const { key, id, accountId } = await world.newKey();
  expect((await postOnce(world, key, BODY)).status).toBe(201);
  const plain = await hashText(`/v2/shorten\n${BODY}`);
  expect(await storedHash(id)).not.toBe(plain);
  const linkId = await env.DB.prepare('SELECT id FROM links WHERE account_id = ?1').bind(accountId).first<string>('id');
  expect(linkId).not.toContain(plain.slice(0, 12));
});

it('a request is recognized after a change of the pepper', async () => {
  const { key } = await world.newKey();
  const first = await (await postOnce(world, key, BODY)).text();
  const changed = createWorld({
    PEPPER: 'the-newer-pepper-of-forty-characters-xxx',
    PEPPER_PREVIOUS: world.env.PEPPER as string,
  });
  const replayed = await postOnce(changed, key, BODY);
  expect([replayed.headers.get('Idempotent-Replayed'), await replayed.text()]).toEqual(['true', first]);
});
