/**
 * A key for its own links (specification 12.9): it neither finds, changes nor counts a link that another key has made.
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

/** Makes an account with a key for all links and a key for its own, and a link of each. */
async function newPair() {
  const full = await world.newKey('PRO');
  const own = await world.newKey('PRO', { accountId: full.accountId, links: 'own' });
  const [theirs, mine] = [freshAlias('theirs'), freshAlias('mine')];
  await world.shorten(full.key, { url, alias: theirs });
  await world.shorten(own.key, { url, alias: mine });
  return { full, own, theirs, mine };
}

/** Returns status and body of a response, without its time and path. */
const shown = async (response: Response): Promise<Record<string, unknown>> => {
  const { timestamp: _, path: __, ...rest } = await response.json<Record<string, unknown>>();
  return { status: response.status, ...rest };
};

/** Makes a link to one destination, unless the key finds a link to it. */
async function make(key: string) {
  const response = await world.v2(key, 'POST', '/shorten?ifExists=return', { url: `${url}one` });
  return { status: response.status, ...(await response.json<{ shortCode: string }>()) };
}

type Page = { links: { shortCode: string }[]; nextCursor: string | null };
const listCodes = async (key: string, query = '') => {
  const page = await (await world.v2(key, 'GET', `/links${query}`)).json<Page>();
  return page.links.map(({ shortCode }) => shortCode);
};

describe('a link of another key', () => {
  it.each<[method: string, path: string, body?: Record<string, unknown>]>([
    ['GET', '/links/'],
    ['PATCH', '/links/', { url: `${url}stolen` }],
    ['DELETE', '/links/'],
    ['GET', '/stats/'],
    ['GET', '/qr/'],
  ])('is an unknown code for %s %s, and does not change', async (method, path, body) => {
    const { own, full, theirs, mine } = await newPair();
    const unknown = await shown(await world.v2(own.key, method, `${path}${freshAlias('none')}`, body));
    expect(unknown).toMatchObject({ status: 404, errorType: 'NOT_FOUND' });
    expect(await shown(await world.v2(own.key, method, `${path}${theirs}`, body))).toEqual(unknown);
    expect((await world.v2(own.key, method, `${path}${mine}`, body)).status).toBeLessThan(300);
    expect(await (await world.v2(full.key, 'GET', `/links/${theirs}`)).json()).toMatchObject({ url, status: 'active' });
    expect((await world.v2(full.key, method, `${path}${mine}`, body)).status).toBeLessThan(300);
  });

  it('is in no list and no search of the key, and its links are in the lists of the account', async () => {
    const { own, full, theirs, mine } = await newPair();
    for (const query of ['', '?search=example', '?status=active', '?limit=1']) {
      expect(await listCodes(own.key, query), query).toEqual([mine]);
    }
    expect(await listCodes(own.key, `?prefix=${theirs.slice(0, 6)}`)).toEqual([]);
    expect(await listCodes(own.key, `?prefix=${mine}`)).toEqual([mine]);
    expect((await listCodes(full.key)).sort()).toEqual([mine, theirs].sort());
  });

  it('is in no list of the key by tag, by externalId, by time or by clicks', async () => {
    const { own, full } = await newPair();
    const [tag, mine, theirs] = [freshAlias('tag'), freshAlias('mine'), freshAlias('theirs')];
    await world.shorten(own.key, { url, alias: mine, tags: [tag, 'mine'] });
    await world.shorten(full.key, { url, alias: theirs, tags: [tag, 'theirs'], externalId: theirs });
    for (const alias of [theirs, theirs, mine]) await world.visit(alias);
    for (const query of [`?tag=${tag}`, `?tag=${tag}&tag=theirs&tags=any`, `?tag=${tag}&search=mine`, '?sort=clicks']) {
      expect(await listCodes(own.key, query), query).toEqual([mine]);
    }
    expect(await listCodes(own.key, '?sort=lastClick&createdFrom=2020-01-01')).toEqual([mine]);
    expect(await listCodes(own.key, `?externalId=${theirs}`)).toEqual([]);
    expect(await listCodes(own.key, '?tag=theirs')).toEqual([]);
    expect(await listCodes(full.key, '?sort=clicks')).toEqual([theirs, mine]);
  });

  it('is 404 in a change and in a deletion of many links, which reach the links of the key', async () => {
    const { own, full, theirs, mine } = await newPair();
    const shortCodes = [theirs, mine];
    for (const act of [{ change: { url: `${url}stolen` } }, { delete: true, confirm: 2 }]) {
      const response = await world.v2(own.key, 'POST', '/links/bulk', { shortCodes, ...act });
      const { results } = await response.json<{ results: Record<string, unknown>[] }>();
      expect(results).toMatchObject([
        { success: false, statusCode: 404 },
        { success: true, shortCode: mine },
      ]);
    }
    expect(await (await world.v2(full.key, 'GET', `/links/${theirs}`)).json()).toMatchObject({ url, status: 'active' });
  });

  it('is not returned by a creation with ifExists: the key gets a link of its own', async () => {
    const { own, full } = await newPair();
    const [theirs, mine] = [await make(full.key), await make(own.key)];
    expect([theirs.status, mine.status]).toEqual([201, 201]);
    expect(await make(own.key)).toMatchObject({ status: 200, shortCode: mine.shortCode });
    expect(await make(full.key)).toMatchObject({ status: 200, shortCode: theirs.shortCode });
  });

  it('neither hides the key’s own link from ifExists, however many there are, nor loses its place to it', async () => {
    const { own, full } = await newPair();
    // As many rows as a call reads, of links that are not plain.
    const { shortCode } = await make(full.key);
    await world.v2(full.key, 'PATCH', `/links/${shortCode}`, { maxClicks: 5 });
    const row = env.DB.prepare(`INSERT INTO existing_links SELECT account_id, url_hash, created_at - ?2, code, link_id
      FROM existing_links WHERE code = ?1 ORDER BY created_at DESC LIMIT 1`);
    await env.DB.batch(Array.from({ length: 99 }, (_, n) => row.bind(shortCode.toLowerCase(), n + 1)));
    const mine = await make(own.key);
    expect(mine.status).toBe(201);
    for (let n = 0; n < 2; n++) expect(await make(own.key)).toMatchObject({ status: 200, shortCode: mine.shortCode });
    const theirs = await make(full.key);
    expect(theirs.status).toBe(201);
    expect(await make(full.key)).toMatchObject({ status: 200, shortCode: theirs.shortCode });
    expect(await make(own.key)).toMatchObject({ status: 200, shortCode: mine.shortCode });
  });

  it('that the key has made is found by ifExists of a key for all links', async () => {
    const { own, full } = await newPair();
    const mine = await make(own.key);
    expect(await make(full.key)).toMatchObject({ status: 200, shortCode: mine.shortCode });
  });

  it('that the key made while it reached all links is found by its ifExists', async () => {
    const { key, id } = await world.newKey('PRO');
    const mine = await make(key);
    await world.admin('PATCH', `/keys/${id}`, { links: 'own' });
    expect(await make(key)).toMatchObject({ status: 200, shortCode: mine.shortCode });
  });

  it('is on no page of the key: each page has only the key’s own links', async () => {
    const { own, full } = await newPair();
    for (let n = 0; n < 6; n++) await world.shorten(n % 2 === 0 ? full.key : own.key, { url: `${url}${n}` });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await (await world.v2(own.key, 'GET', `/links?limit=1${cursor}`)).json<Page>();
      seen.push(...page.links.map(({ shortCode }) => shortCode));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    const { results } = await env.DB.prepare('SELECT code FROM links WHERE made_by = ?1')
      .bind(own.id)
      .all<{ code: string }>();
    expect(seen.map((code) => code.toLowerCase()).sort()).toEqual(results.map(({ code }) => code).sort());
    expect(seen).toHaveLength(4);
  });

  it('has no cursor for the key: a cursor of the account is refused', async () => {
    const { own, full } = await newPair();
    const { nextCursor } = await (await world.v2(full.key, 'GET', '/links?limit=1')).json<Page>();
    const refused = await world.v2(own.key, 'GET', `/links?limit=1&cursor=${nextCursor}`);
    expect([refused.status, nextCursor]).toEqual([400, expect.any(String)]);
  });

  it.each([
    ['lives', {}],
    ['has expired', { expiresIn: 60 }],
  ])(
    'that %s keeps its externalId: PUT is 409 after one look-up in each store, in the order of 2.2',
    async (_, end) => {
      turnTo(NOON);
      const { bindings, takeCost } = countedBindings();
      const here = createWorld(bindings);
      const { own, full } = await newPair();
      const externalId = freshAlias('id');
      await world.shorten(full.key, { url, externalId, ...end });
      turnTo(NOON + 60_000);
      const put = (body: Record<string, unknown>) => here.v2(own.key, 'PUT', `/links?externalId=${externalId}`, body);
      await put({ url });
      takeCost();
      const refused = await put({ url });
      expect([refused.status, (await refused.json<{ errorType: string }>()).errorType]).toEqual([
        409,
        'EXTERNAL_ID_TAKEN',
      ]);
      expect(takeCost().d1).toHaveLength(3);
      const unsafe = await put({ url: 'https://testsafebrowsing.appspot.com/s/malware.html' });
      expect([unsafe.status, (await unsafe.json<{ errorType: string }>()).errorType]).toEqual([400, 'BLOCKED']);
      expect(await listCodes(full.key, `?externalId=${externalId}`)).toHaveLength(1);
      expect((await world.v2(full.key, 'PUT', `/links?externalId=${externalId}`, { url })).status).toBeLessThan(300);
    },
  );

  it('keeps its alias, alive or dead, also in an atomic batch', async () => {
    const { own, full, theirs, mine } = await newPair();
    const take = async (alias: string) => {
      const [one, batch, atomic] = [
        await world.shorten(own.key, { url, alias }),
        await (await world.shortenBatch(own.key, [{ url, alias }])).json<{ results: { errorType?: string }[] }>(),
        await (await world.shortenBatch(own.key, [{ url, alias }], '?atomic=true')).json<{
          results: { errorType?: string }[];
        }>(),
      ];
      return [one.status, batch.results[0]?.errorType, atomic.results[0]?.errorType];
    };
    const taken = [400, 'ALIAS_TAKEN', 'ALIAS_TAKEN'];
    expect(await take(theirs)).toEqual(taken);
    await world.v2(full.key, 'DELETE', `/links/${theirs}`);
    expect(await take(theirs)).toEqual(taken);
    await world.v2(own.key, 'DELETE', `/links/${mine}`);
    expect((await world.shorten(own.key, { url, alias: mine })).status).toBe(201);
    await world.v2(own.key, 'DELETE', `/links/${mine}`);
    expect((await world.shorten(full.key, { url, alias: mine })).status).toBe(201);
    expect((await world.v2(own.key, 'GET', `/links/${mine}`)).status).toBe(404);
  });
});

it('the account is out of reach: its statistics and its usage are 403, and its links of the console 404', async () => {
  const { own } = await newPair();
  for (const path of ['/stats', '/usage']) {
    const { errorType, status } = await shown(await world.v2(own.key, 'GET', path));
    expect([status, errorType], path).toEqual([403, 'OWN_LINKS_ONLY']);
  }
  const alias = freshAlias('console');
  await world.shorten(own.key, { url, alias });
  await env.DB.prepare('UPDATE links SET made_by = NULL WHERE code = ?1').bind(alias).run();
  expect((await world.v2(own.key, 'GET', `/links/${alias}`)).status).toBe(404);
});

describe('a link of another key with an externalId', () => {
  const upsert = (key: string, externalId: string, destination: string) =>
    world.v2(key, 'PUT', `/links?externalId=${externalId}`, { url: destination });

  it('is not changed by an upsert of the key, alive or expired: the id stays taken', async () => {
    turnTo(NOON);
    const { own, full } = await newPair();
    for (const expiresIn of [undefined, 60]) {
      turnTo(NOON);
      const id = freshAlias('id');
      const made = await world.shorten(full.key, { url, externalId: id, ...(expiresIn && { expiresIn }) });
      const { shortCode } = await made.json<{ shortCode: string }>();
      turnTo(NOON + 61_000);
      const refused = await upsert(own.key, id, `${url}stolen`);
      expect(await refused.json()).toMatchObject({ errorType: 'EXTERNAL_ID_TAKEN' });
      const link = await (await world.v2(full.key, 'GET', `/links/${shortCode}`)).json();
      expect(link).toMatchObject({ url, externalId: id });
    }
  });

  it('is changed by an upsert of its own key', async () => {
    const { own } = await newPair();
    const id = freshAlias('id');
    expect((await upsert(own.key, id, url)).status).toBe(201);
    expect((await upsert(own.key, id, `${url}new`)).status).toBe(200);
  });
});

it('a rotation keeps the links of a key', async () => {
  turnTo(NOON);
  const { own, mine } = await newPair();
  const { key } = await (await world.admin('POST', `/keys/${own.id}/rotate`)).json<{ key: string }>();
  for (const text of [own.key, key]) expect((await world.v2(text, 'GET', `/links/${mine}`)).status).toBe(200);
});

it('a response stored while the key reached all links is not replayed once it reaches its own only', async () => {
  const { key, id } = await world.newKey('PRO');
  const send = () =>
    world.call('POST', '/v2/shorten', {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
      body: JSON.stringify({ url }),
    });
  expect((await send()).status).toBe(201);
  await world.admin('PATCH', `/keys/${id}`, { links: 'own' });
  expect((await send()).status).toBe(422);
});

it('two keys for their own links race for one alias: one gets it, and only that key finds the link', async () => {
  const one = await world.newKey('PRO', { links: 'own' });
  const other = await world.newKey('PRO', { accountId: one.accountId, links: 'own' });
  for (let round = 0; round < 5; round++) {
    const alias = freshAlias('race');
    const statuses = await Promise.all(
      [one, other].map(async ({ key }) => (await world.shorten(key, { url, alias })).status),
    );
    const found = await Promise.all(
      [one, other].map(async ({ key }) => (await world.v2(key, 'GET', `/links/${alias}`)).status),
    );
    expect([...statuses].sort()).toEqual([201, 400]);
    expect(found).toEqual(statuses.map((status) => (status === 201 ? 200 : 404)));
  }
});
