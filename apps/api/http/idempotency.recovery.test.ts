/** A repeated request with an Idempotency-Key after the first run failed, died or stalled (specification 7.4). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { generateCodes } from '#api/links/generated-code';
import { LinkRecord } from '#api/links/link-record';
import type { IdempotencySeed } from '#domain/idempotency';
import { hashText } from '#secrets/digest';
import { fakeClock, NOON } from '#testkit/clock';
import { d1Where, losingResponses, stalling } from '#testkit/faults';
import { GOOD, INSERTING, leaseAndDie, listLinks, postOnce } from '#testkit/idempotent';
import { createWorld, freshAlias } from '#testkit/world';
import { Envelope } from './fields';
import { hashRequest, newIdempotencySeed } from './idempotency';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

const post = (key: string, body = GOOD, here = world) => postOnce(here, key, body);

const getMeter = (id: string) => env.KEYS.getByName(id);

describe('a run that failed', () => {
  it('after it had inserted the row lets the next run find that row', async () => {
    const { key, accountId } = await world.newKey();
    const DB = d1Where(/^insert/i, losingResponses(1, 'D1_ERROR: D1 DB is overloaded.'));
    expect((await post(key, GOOD, createWorld({ DB }))).status).toBe(503);
    const [row] = await listLinks(accountId);
    const second = await post(key);
    expect(LinkRecord.parse(await second.json()).shortCode).toBe(row?.code);
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it('after it had inserted a link with details lets each later run return the same details', async () => {
    const { key, accountId } = await world.newKey();
    const details = { title: 'Hello 🎉', notes: 'one\ntwo', tags: ['Winter', 'mail'], externalId: 'order 1042' };
    const body = JSON.stringify({ url, ...details });
    const DB = d1Where(INSERTING, losingResponses(1, 'D1_ERROR: D1 DB is overloaded.'));
    expect((await post(key, body, createWorld({ DB }))).status).toBe(503);
    const second = await post(key, body);
    const text = await second.text();
    expect(second.status).toBe(201);
    expect(JSON.parse(text)).toMatchObject(details);
    const third = await post(key, body);
    expect([third.headers.get('Idempotent-Replayed'), await third.text()]).toEqual(['true', text]);
    expect(await listLinks(accountId)).toHaveLength(1);
  });
});

describe('a run that died or stalled', () => {
  it('loses its lease after 60 seconds', async () => {
    const { key, id } = await world.newKey();
    turnTo(NOON);
    await leaseAndDie(key, id);
    turnTo(NOON + 59_999);
    expect((await post(key)).status).toBe(409);
    turnTo(NOON + 60_000);
    expect((await post(key)).status).toBe(201);
  });

  /** Returns the id and the first code that a run with this body and this seed generates. */
  async function generated(seed: IdempotencySeed, body: string) {
    const requestHash = await hashRequest(`/v2/shorten\n${body}`, env.PEPPER as string);
    const { id, codes } = generateCodes({ seed, requestHash }, 0);
    return { id, code: [...codes][0] ?? '' };
  }

  const insertRow = (code: string, id: string, accountId: string) =>
    env.DB.prepare(
      'INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?5)',
    )
      .bind(code, id, accountId, url, NOON)
      .run();

  /** Simulates a run that died right after it had inserted its row. */
  async function dieAfterInsert(body = GOOD) {
    const { key, id: keyId, accountId } = await world.newKey();
    turnTo(NOON);
    const { id, code } = await generated(await leaseAndDie(key, keyId), body);
    await insertRow(code, id, accountId);
    turnTo(NOON + 60_000);
    return { key, accountId, code };
  }

  it('leaves a row that the second run finds: it returns the same code, and the code redirects', async () => {
    const { key, accountId, code } = await dieAfterInsert();
    const response = await post(key);
    expect(response.status).toBe(201);
    const link = LinkRecord.parse(await response.json());
    expect([link.shortCode, Date.parse(link.createdAt)]).toEqual([code, NOON]);
    const links = await listLinks(accountId);
    expect(links).toHaveLength(1);
    const visit = await world.visit(code);
    expect(visit.status).toBe(302);
  });

  it('leaves a row that a second run with another body cannot get', async () => {
    const { key, accountId } = await dieAfterInsert('{"url":"https://example.com/first"}');
    expect(Envelope.parse(await (await post(key)).json()).errorType).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it('has another link id, and so another counter, than a second run with another alias', async () => {
    const { key, id, accountId } = await world.newKey();
    turnTo(NOON);
    const [first, second] = [freshAlias('first'), freshAlias('second')];
    const body = (alias: string) => JSON.stringify({ url, alias });
    const seed = await leaseAndDie(key, id);
    await insertRow(first, (await generated(seed, body(first))).id, accountId);
    turnTo(NOON + 60_000);
    expect((await post(key, body(second))).status).toBe(201);
    const { results } = await env.DB.prepare('SELECT DISTINCT id FROM links WHERE account_id = ?')
      .bind(accountId)
      .all();
    expect(results).toHaveLength(2);
  });

  it('finds the row of the second run when it goes on, so that there is one link', async () => {
    const { key, accountId } = await world.newKey();
    const { fault, reached, proceed } = stalling();
    turnTo(NOON);
    const first = post(key, GOOD, createWorld({ DB: d1Where(/^insert/i, fault) }));
    await reached;
    turnTo(NOON + 60_000);
    const second = await (await post(key)).text();
    proceed();
    expect(await (await first).text()).toBe(second);
    expect(await listLinks(accountId)).toHaveLength(1);
    // The late settlement neither removes nor overwrites the response of the second run.
    expect(await (await post(key)).text()).toBe(second);
  });

  it('cannot release a lease that another run has taken over', async () => {
    const { key, id } = await world.newKey();
    turnTo(NOON);
    await leaseAndDie(key, id);
    turnTo(NOON + 60_000);
    await leaseAndDie(key, id);
    await getMeter(id).settle({
      refundMonth: null,
      lease: { key: await hashText('one'), leasedAt: NOON, response: null },
    });
    expect((await post(key)).status).toBe(409);
  });

  it('gets its own lease again if it repeats a call whose response was lost', async () => {
    const { key, id } = await world.newKey();
    const request = { key: await hashText('one'), seed: newIdempotencySeed() };
    const admit = async () => (await getMeter(id).admit(id, await hashText(key), request)) as { lease?: unknown };
    const lease = (await admit()).lease;
    expect(lease).toMatchObject({ state: 'leased', seed: request.seed });
    expect((await admit()).lease).toEqual(lease);
  });
});
