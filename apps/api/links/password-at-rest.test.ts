/** Passwords of links: no response, row, edge entry, object or log line contains the text of a password. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { d1Where, failing } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';
import { LinkRecord } from './link-record';

const world = createWorld();
const destination = 'https://hidden.example.com/destination';
const PASSWORD = 'correct-horse-battery-staple-😀';

let logged: string[];
beforeEach(() => {
  logged = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void logged.push(line.map(String).join(' ')));
});
afterEach(() => void vi.restoreAllMocks());

async function protectedLink(more: Record<string, unknown> = {}, here = world) {
  const { key, id } = await world.newKey('INDIE');
  const alias = freshAlias('protected');
  const body = { url: destination, alias, password: PASSWORD, ...more };
  const response = await here.call('POST', '/v2/shorten', {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': alias },
    body: JSON.stringify(body),
  });
  return { alias, id, response, text: await response.text() };
}

/** Returns all rows of all tables of D1, as text. */
async function dumpOfD1(): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
  ).all<{ name: string }>();
  const rows = await Promise.all(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`).all()));
  return JSON.stringify(rows.map(({ results }) => results));
}

/** Returns all values of KV, as text. */
async function dumpOfKv(): Promise<string> {
  const texts: string[] = [];
  for (let cursor: string | null = null, done = false; !done; ) {
    const page: KVNamespaceListResult<unknown> = await env.ROUTES.list({ cursor });
    texts.push(...(await Promise.all(page.keys.map(async ({ name }) => `${name} ${await env.ROUTES.get(name)}`))));
    done = page.list_complete;
    cursor = page.list_complete ? null : page.cursor;
  }
  return texts.join('\n');
}

const dumpOfMeter = (id: string): Promise<string> =>
  runInDurableObject(env.KEYS.getByName(id), (_, { storage }) =>
    JSON.stringify([[...storage.kv.list()], storage.sql.exec('SELECT * FROM idempotency').toArray()]),
  );

const storedPassword = async (alias: string) =>
  (await env.DB.prepare('SELECT password FROM links WHERE code = ?1').bind(alias).first<{ password: string }>())
    ?.password;

describe('a password', () => {
  it('is in no response, row, edge entry, object or log line', async () => {
    const { alias, id, response, text } = await protectedLink();
    expect(response.status).toBe(201);
    LinkRecord.parse(JSON.parse(text));
    const visit = await world.visit(alias, { headers: { Accept: 'application/json' } });
    const seen = [
      text,
      JSON.stringify([...response.headers]),
      await visit.text(),
      await dumpOfD1(),
      await dumpOfKv(),
      await dumpOfMeter(id),
      logged.join('\n'),
    ];
    for (const one of seen) expect(one).not.toContain('correct-horse');
    expect(seen[3]).toContain(alias);
    expect(seen[4]).toContain(alias);
  });

  it('is in no response and no log line if the insert fails', async () => {
    const DB = d1Where(/^insert/i, failing('D1_ERROR: near "NONSENSE": syntax error: SQLITE_ERROR'));
    const { response, text } = await protectedLink({}, createWorld({ DB }));
    expect(response.status).toBe(500);
    expect(logged).not.toEqual([]);
    expect(text + logged.join('\n')).not.toMatch(/correct-horse|hidden\.example|pbkdf2/);
  });

  it('is stored as a PBKDF2 hash of 100,000 rounds, with a new salt for each link', async () => {
    const rounds: number[] = [];
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((algorithm, ...rest) => {
      rounds.push((algorithm as unknown as { iterations: number }).iterations);
      return derive(algorithm as never, ...rest);
    });
    const [one, two] = [await protectedLink(), await protectedLink()];
    const texts = [await storedPassword(one.alias), await storedPassword(two.alias)];
    for (const text of texts) expect(text).toMatch(/^\$pbkdf2-sha256\$i=100000\$[\w-]{32}\$[\w-]{43}$/);
    expect(texts[0]).not.toBe(texts[1]);
    expect(rounds).toEqual([100_000, 100_000]);
  });

  it('is not hashed if the link is refused', async () => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits');
    const { response } = await protectedLink({ maxClicks: 0 });
    expect(response.status).toBe(400);
    expect(derive).not.toHaveBeenCalled();
  });
});

describe('a visit to a protected link', () => {
  it.each(['application/json', '*/*', 'text/html', ''])(
    'never gets the destination, with Accept “%s”',
    async (accept) => {
      const { alias } = await protectedLink();
      for (const method of ['GET', 'HEAD']) {
        const visit = await world.visit(alias, { method, headers: { Accept: accept } });
        expect([200, 401]).toContain(visit.status);
        expect(visit.headers.get('Location')).toBeNull();
        expect((await visit.text()) + JSON.stringify([...visit.headers])).not.toContain('hidden.example');
      }
    },
  );

  it('gets 401 PASSWORD_REQUIRED if it accepts JSON', async () => {
    const { alias } = await protectedLink();
    const visit = await world.visit(alias, { headers: { Accept: 'application/json' } });
    expect(visit.status).toBe(401);
    expect(await visit.json()).toMatchObject({ errorType: 'PASSWORD_REQUIRED' });
  });

  it('finds an edge entry without the destination', async () => {
    const { alias } = await protectedLink();
    expect(await env.ROUTES.get(`l:${alias}`)).not.toContain('hidden.example');
  });
});
