/** The search after each file finds planted leaks in the real log and stores. Each test plants one leak. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameStatistics } from '#domain/edge-entry';
import { createWorld, freshAlias } from '#testkit/world';
import { findings } from './find-leaks';
import { takeLines } from './recorded-log';
import { type Kind, Registry } from './registry';
import { newlyStored, type Stored } from './stores';

const world = createWorld();
const registry = new Registry();

/** Searches everything new in the log and the stores for the planted secrets. */
const leaks = () => findings(takeLines(), newlyStored(), registry);
const plant = (kind: Kind, text: string) => {
  registry.note(kind, text);
  return text;
};

beforeEach(async () => {
  await leaks();
  registry.clear();
});
afterEach(() => void vi.restoreAllMocks());

describe('the search after a file finds', () => {
  it('the text of a key in a log line, also while a test spies on the console', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const key = plant('key', (await world.newKey()).key);
    console.error(JSON.stringify({ status: 401, fault: `unknown key: Bearer ${key}` }));
    expect(await leaks()).toEqual(['key in log (error)']);
  });

  it('the token of a sign-in link in a log line', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const { id } = await (await world.admin('POST', '/accounts', { name: 'Acme', plan: 'PRO' })).json<{ id: string }>();
    const { url } = await (await world.admin('POST', `/accounts/${id}/sign-in-link`)).json<{ url: string }>();
    plant('token', url.slice(url.lastIndexOf('/') + 1));
    console.info('GET %s', url);
    expect(await leaks()).toEqual(['token in log (info)']);
  });

  it('a password in clear text in a row of D1', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('leak');
    const password = plant('password', 'a word of five');
    await world.shorten(key, { url: 'https://example.com/', alias, password });
    await env.DB.prepare('UPDATE links SET password = ?1 WHERE code = ?2').bind(password, alias).run();
    expect(await leaks()).toEqual(['password in D1 links.password']);
  });

  it('the address of a visitor in the statistics', async () => {
    const address = plant('address', '198.51.100.201');
    const statistics = env.STATISTICS.getByName(nameStatistics(crypto.randomUUID()));
    await runInDurableObject(statistics, (_, { storage }) => storage.kv.put('last', { visitor: `${address} Firefox` }));
    expect(await leaks()).toEqual(['address in STATISTICS last']);
  });

  it('the digest of an address without a pepper, in a table of a counter', async () => {
    const digest = createHash('sha256').update(plant('address', '2001:db8:7::9')).digest('base64url');
    await runInDurableObject(env.CLICKS.getByName(crypto.randomUUID()), (_, { storage }) => {
      storage.sql.exec('CREATE TABLE clicks (id TEXT)');
      storage.sql.exec('INSERT INTO clicks VALUES (?)', digest);
    });
    expect(await leaks()).toEqual(['address in CLICKS clicks.id']);
  });

  it('the destination of a protected link in the edge entry of its code', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('leak');
    const url = plant('destination', 'https://example.com/kept');
    await world.shorten(key, { url, alias, password: 'a word of five' });
    const entry = JSON.parse((await env.ROUTES.get(`l:${alias}`)) ?? '{}');
    await env.ROUTES.put(`l:${alias}`, JSON.stringify({ ...entry, u: url }));
    expect(await leaks()).toEqual(['destination in KV entry of a protected link']);
  });

  it('the title of a link in a log line and in the edge entry of its code', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const title = plant('detail', 'For the board only');
    const { key } = await world.newKey();
    const alias = freshAlias('leak');
    await world.shorten(key, { url: 'https://example.com/', alias, title });
    console.error(JSON.stringify({ doing: 'put entry', link: { alias, title } }));
    const entry = JSON.parse((await env.ROUTES.get(`l:${alias}`)) ?? '{}');
    await env.ROUTES.put(`l:${alias}`, JSON.stringify({ ...entry, t: title }));
    expect(await leaks()).toEqual(['detail in KV plain entry', 'detail in log (error)']);
  });

  it('a password in the metadata of a KV key', async () => {
    const word = plant('password', 'another word of five');
    await env.ROUTES.put(`l:${freshAlias('leak')}`, '{}', { metadata: { word } });
    expect(await leaks()).toEqual(['password in KV keys']);
  });
});

describe('the search compares secrets with values', () => {
  const found = (value: unknown): Promise<string[]> => {
    const stored: Stored[] = [{ place: 'here', value }];
    return findings([], stored, registry);
  };

  it.each<[Kind, string, string]>([
    ['address', '2001:db8::17', 'from 2001:0DB8:0:0:0:0:0:17, twice'],
    ['address', '203.0.113.200', '::ffff:203.0.113.200'],
    ['address', '203.0.113.200', '203.0.113.0/24'],
    ['address', '203.0.113.200', Buffer.from('203.0.113.200').toString('hex')],
    ['password', 'word', '{"at":1,"typed":["word"]}'],
    ['password', 'grün ist gut', 'typed: gr\u00fcn ist gut'],
    ['password', 'open sesame', Buffer.from('open sesame').toString('base64url')],
    ['password', 'open sesame', createHash('sha256').update('open sesame').digest('hex')],
    ['destination', 'https://example.com/kept?a=b', '/console?next=https%3A%2F%2Fexample.com%2Fkept%3Fa%3Db'],
    ['token', 'Qm1b4vT9xZ3kR7pL', 'Cookie: console=Qm1b4vT9xZ3kR7pL; other=1'],
    ['operator', 'a-pepper-of-its-own-xxxxxxxxxxxxxxxxxxxx', '["a-pepper-of-its-own-xxxxxxxxxxxxxxxxxxxx"]'],
  ])('of the kind %s: %j in %j', async (kind, text, value) => {
    plant(kind, text);
    expect(await found(value)).toEqual([`${kind} in here`]);
    expect(await found(new TextEncoder().encode(value).buffer)).toEqual([`${kind} in here`]);
  });

  it.each<[Kind, string, string]>([
    ['address', '203.0.113.20', '203.0.113.200'],
    ['address', '192.0.2.1', '{"version":"1.192.0.2.1"}'],
    ['password', 'word', 'no such word'],
    ['password', '1234', '{"clicks":1234}'],
    ['token', 'Qm1b4vT9xZ3kR7pL', 'xQm1b4vT9xZ3kR7pL'],
  ])('and finds no secret of the kind %s: %j is not in %j', async (kind, text, value) => {
    plant(kind, text);
    expect(await found(value)).toEqual([]);
  });

  it('and finds no password that is only the index of an item of a list', async () => {
    plant('password', '1234');
    expect(await found(Array.from({ length: 1_235 }, () => 'x'))).toEqual([]);
  });
});
