/** Requests with an Idempotency-Key (specification 7.4). */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { GOOD, leaseAndDie, listLinks, postOnce } from '#testkit/idempotent';
import { createWorld } from '#testkit/world';
import { Envelope } from './fields';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

const post = (key: string, body: string, header: string | null = 'one', path = '/v2/shorten') =>
  postOnce(world, key, body, header, path);

const errorType = async (response: Response) => Envelope.parse(await response.json()).errorType;

const getMeter = (id: string) => env.KEYS.getByName(id);

describe('a repeated request', () => {
  it('gets the bytes of the first response again, with the header Idempotent-Replayed', async () => {
    const { key, accountId } = await world.newKey();
    const first = await post(key, GOOD);
    const again = await post(key, GOOD);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    expect([first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true']);
    expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it('counts in the window and in the month', async () => {
    const { key } = await world.newKey();
    const readLimits = async () => {
      const { headers } = await post(key, GOOD);
      return [headers.get('X-RateLimit-Remaining'), headers.get('X-Quota-Remaining')];
    };
    expect([await readLimits(), await readLimits()]).toEqual([
      ['4999', '499999'],
      ['4998', '499998'],
    ]);
  });

  it.each([
    ['another destination', JSON.stringify({ url: 'https://example.com/other' }), '/v2/shorten'],
    ['another option', JSON.stringify({ url, maxClicks: 1 }), '/v2/shorten'],
    ['other bytes', `${GOOD} `, '/v2/shorten'],
    ['another query', GOOD, '/v2/shorten?a=b'],
  ])('is refused with 422 if it has %s', async (_, body, path) => {
    const { key, accountId } = await world.newKey();
    await post(key, GOOD);
    const other = await post(key, body, 'one', path);
    expect([other.status, await errorType(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it('is a new request if it has another API key or another Idempotency-Key', async () => {
    const [one, two] = [await world.newKey(), await world.newKey()];
    const responses = [await post(one.key, GOOD), await post(two.key, GOOD), await post(one.key, GOOD, 'two')];
    expect(responses.map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, null, null]);
    expect([await listLinks(one.accountId), await listLinks(two.accountId)].map(({ length }) => length)).toEqual([
      2, 1,
    ]);
  });

  it('gets the first response again after a rotation of the API key', async () => {
    const { key, id } = await world.newKey();
    const first = await (await post(key, GOOD)).text();
    const rotated = (await (await world.admin('POST', `/keys/${id}/rotate`)).json()) as { key: string };
    expect(await (await post(rotated.key, GOOD)).text()).toBe(first);
  });

  it('is refused with 409 while the first request is still running', async () => {
    const { key, id } = await world.newKey();
    await leaseAndDie(key, id);
    const response = await post(key, GOOD);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([409, '1']);
    expect(await errorType(response)).toBe('IDEMPOTENCY_KEY_IN_USE');
  });

  it('creates exactly one link, even if twenty arrive at once', async () => {
    const { key, accountId } = await world.newKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(key, GOOD)));
    const made = responses.filter(({ status }) => status === 201);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(20 - made.length);
    expect(made.filter(({ headers }) => !headers.has('Idempotent-Replayed'))).toHaveLength(1);
    expect(new Set(await Promise.all(made.map((one) => one.text()))).size).toBe(1);
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it('is a new request after 24 hours, and not before', async () => {
    const { key } = await world.newKey();
    turnTo(NOON);
    const first = await (await post(key, GOOD)).text();
    turnTo(NOON + 86_399_999);
    expect(await (await post(key, GOOD)).text()).toBe(first);
    turnTo(NOON + 86_400_000);
    const anew = await post(key, GOOD);
    expect([anew.status, anew.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
  });

  it('may have a body with 30,000 nested arrays', async () => {
    const { key } = await world.newKey();
    const deep = `{"x":${'['.repeat(30_000)}${']'.repeat(30_000)},"url":"${url}"}`;
    expect([(await post(key, deep)).status, (await post(key, deep)).status]).toEqual([201, 201]);
  });
});

describe('a refused request', () => {
  it.each([
    ['400', JSON.stringify({ url: 'nonsense' })],
    ['400', '{'],
    ['400', JSON.stringify({ url, maxClicks: 0 })],
  ])('(%s) allows a later request with the same key and a corrected body', async (_, wrong) => {
    const { key } = await world.newKey();
    expect((await post(key, wrong)).status).toBe(400);
    expect((await post(key, wrong)).status).toBe(400);
    expect((await post(key, GOOD)).status).toBe(201);
    expect((await post(key, GOOD)).headers.get('Idempotent-Replayed')).toBe('true');
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['255 characters', 'x'.repeat(255)],
    ['printable ASCII', '!"# $%&\'()*+,-./:;<=>?@[]^_`{|}~'],
  ])('of %s is accepted', async (_, header) => {
    const { key, accountId } = await world.newKey();
    expect((await post(key, GOOD, header)).status).toBe(201);
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it.each([
    ['256 characters', 'x'.repeat(256)],
    ['no character', ''],
    ['spaces', '   '],
    ['a character beyond ASCII', 'schlüssel'],
    ['a tab', 'a\tb'],
  ])('of %s is refused with 400, and no link is created', async (_, header) => {
    const { key, accountId } = await world.newKey();
    const response = await post(key, GOOD, header);
    expect([response.status, await errorType(response)]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
    expect(await listLinks(accountId)).toEqual([]);
  });

  it('that is missing makes no table in the key’s object', async () => {
    const { key, id } = await world.newKey();
    await post(key, GOOD, null);
    const tables = await runInDurableObject(getMeter(id), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'idempotency'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

it('the alarm of the key’s object deletes an Idempotency-Key after 24 hours, and not before', async () => {
  const { key, id } = await world.newKey();
  const count = () =>
    runInDurableObject(
      getMeter(id),
      (_, { storage }) => storage.sql.exec<{ rows: number }>('SELECT count(*) AS rows FROM idempotency').one().rows,
    );
  turnTo(NOON);
  await post(key, GOOD);
  turnTo(NOON + 86_399_999);
  expect(await runDurableObjectAlarm(getMeter(id))).toBe(true);
  expect(await count()).toBe(1);
  turnTo(NOON + 86_400_000);
  expect(await runDurableObjectAlarm(getMeter(id))).toBe(true);
  expect(await count()).toBe(0);
  expect(await runDurableObjectAlarm(getMeter(id))).toBe(false);
});
