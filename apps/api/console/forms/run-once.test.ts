/**
 * Forms that are sent several times: after a double click or Back, after the death of a worker, and while an object is
 * unreachable.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { newIdempotencySeed } from '#api/http/idempotency';
import { hashText } from '#secrets/digest';
import { CONSOLE, formsIn, newDeveloper, newToken } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

const listLinks = async (accountId: string) =>
  (await env.DB.prepare('SELECT code FROM links WHERE account_id = ?1').bind(accountId).all<{ code: string }>())
    .results;
const listKeys = async (accountId: string) =>
  (await env.DB.prepare('SELECT id FROM keys WHERE account_id = ?1').bind(accountId).all<{ id: string }>()).results;
const textIn = (html: string): string | undefined => /sl_[0-9A-Za-z]{50}/.exec(html)?.[0];
const isAccepted = async (key: string) => (await world.v2(key, 'GET', '/stats')).status === 200;

describe('a form that is sent again', () => {
  it('is redirected to the first result, even if all requests arrive at once', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const form = { url, token: newToken(accountId) };
    const responses = await Promise.all(Array.from({ length: 4 }, () => browser.post('/links', form)));
    const late = await browser.post('/links', form);
    const places = [...responses, late].map(({ status, headers }) => [status, headers.get('Location')]);
    const [{ code } = { code: '' }, ...others] = await listLinks(accountId);
    expect(others).toEqual([]);
    expect(places).toEqual(Array(5).fill([303, `/console/links/${code}`]));
    expect(await browser.follow(late)).toContain('The link is created.');
  });

  it('counts as one call', async () => {
    const { browser, accountId } = await newDeveloper(world, 'FREE');
    const form = { url, token: newToken(accountId) };
    for (let i = 0; i < 70; i++) expect((await browser.post('/links', form)).status).toBe(303);
  });

  it('shows the same text of a key for two minutes, and not longer', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const form = { name: 'doubled', token: newToken(accountId) };
    const responses = await Promise.all([browser.post('/keys', form), browser.post('/keys', form)]);
    const [{ id } = { id: '' }, ...others] = await listKeys(accountId);
    expect(others).toEqual([]);
    const text = textIn(await browser.follow(responses[1] as Response)) ?? '';
    expect(await isAccepted(text)).toBe(true);
    turnTo(NOON + 119_999);
    expect(textIn(await browser.text(`/keys/${id}/text`))).toBe(text);
    turnTo(NOON + 120_000);
    const late = await browser.post('/keys', form);
    expect(await browser.follow(late)).toContain('This secret has already been shown');
    expect(await listKeys(accountId)).toHaveLength(1);
  });

  it('to a sign-in link gets the session of the first request', async () => {
    const { accountId } = await newDeveloper(world);
    const { url: link } = await (await world.admin('POST', `/accounts/${accountId}/sign-in-link`)).json<{
      url: string;
    }>();
    const headers = { Origin: CONSOLE, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `token=${newToken('')}`;
    const responses = await Promise.all([1, 2].map(() => world.call('POST', link, { headers, body })));
    const sessions = responses.map((response) =>
      response.headers.getSetCookie().find((line) => line.startsWith('__Host-console=')),
    );
    expect(sessions[0]).toBeDefined();
    expect(sessions[1]).toBe(sessions[0]);
    const other = await world.call('POST', link, { headers, body: `token=${newToken('')}` });
    expect(other.status).toBe(410);
  });

  it('with other content gets 409 and a page that shows this content with a new token', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const token = newToken(accountId);
    await browser.post('/links', { url, token });
    const other = await browser.post('/links', { url: 'https://example.org/other', token });
    expect(other.status).toBe(409);
    const page = await other.text();
    expect(page).toContain('sent already');
    const form = formsIn(page).find(({ action }) => action === '/console/links');
    expect(form?.fields.url).toBe('https://example.org/other');
    expect(form?.fields.token).not.toBe(token);
    expect((await browser.post('/links', form?.fields)).status).toBe(303);
    expect(await listLinks(accountId)).toHaveLength(2);
  });

  it('after a refusal is done with the new content', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const token = newToken(accountId);
    expect((await browser.post('/links', { url: 'nonsense', token })).status).toBe(400);
    expect((await browser.post('/links', { url, token })).status).toBe(303);
    expect(await listLinks(accountId)).toHaveLength(1);
  });
});

describe('a worker that dies', () => {
  /** Takes the lease of the token and never settles it, like a worker that dies. */
  const leaseAndDie = async (path: string, token: string) =>
    env.KEYS.getByName(`console:${token.split('.')[0]}`).leaseForm({
      key: await hashText(`form\n/console${path}\n${token}`),
      seed: newIdempotencySeed(),
    });

  it('while it runs a form blocks this form for no longer than a minute', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const token = newToken(accountId);
    await leaseAndDie('/links', token);
    turnTo(NOON + 60_000);
    expect((await browser.post('/links', { url, token })).status).toBe(303);
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it.each(['before', 'after'])(
    '%s the result of a form is stored leaves one link, one key and one rotation after a second request',
    async (when) => {
      turnTo(NOON);
      const { browser, accountId } = await newDeveloper(world);
      const { id } = await world.newKey('PRO', { accountId });
      const tokens = [newToken(accountId), newToken(accountId), newToken(accountId)] as const;
      const sendAll = async () => [
        await browser.post('/links', { url, token: tokens[0] }),
        await browser.post('/keys', { name: 'new', token: tokens[1] }),
        await browser.post(`/keys/${id}/rotate`, { grace: '3600', token: tokens[2] }),
      ];
      await sendAll();
      if (when === 'before') await deleteResults(accountId);
      turnTo(NOON + 60_000);
      const again = await sendAll();
      expect(again.map(({ status }) => status)).toEqual([303, 303, 303]);
      expect(await listLinks(accountId)).toHaveLength(1);
      expect(await listKeys(accountId)).toHaveLength(2);
      for (const made of again.slice(1)) expect(await isAccepted(textIn(await browser.follow(made)) ?? '')).toBe(true);
      const texts = await browser.text(`/keys/${id}`);
      expect(texts).toContain('Works until');
    },
  );

  /** Deletes the stored results, as if no lease had been settled. */
  const deleteResults = (accountId: string) =>
    runInDurableObject(env.KEYS.getByName(`console:${accountId}`), (_object, state) => {
      state.storage.sql.exec('UPDATE idempotency SET request_hash = NULL, status = NULL, body = NULL');
    });
});

describe('a token', () => {
  it.each([
    ['empty', ''],
    ['one word', 'nonsense'],
    ['only dots', '..'],
    ['5,000 characters long', 'x'.repeat(5_000)],
  ])('that is %s does nothing, and the page shows the typed fields again', async (_, token) => {
    const { browser, accountId } = await newDeveloper(world);
    const response = await browser.post('/links', { url, alias: 'a-typed-alias', token });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/too old.*value="a-typed-alias"/s);
    expect(await listLinks(accountId)).toEqual([]);
  });

  it('is valid as long as its result is stored, and not a millisecond longer', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const [early, late] = [newToken(accountId), newToken(accountId)];
    turnTo(NOON + 86_400_000 - 1);
    expect((await browser.post('/links', { url, token: early })).status).toBe(303);
    turnTo(NOON + 86_400_000);
    expect((await browser.post('/links', { url, token: early })).status).toBe(400);
    expect((await browser.post('/links', { url, token: late })).status).toBe(400);
    expect(await listLinks(accountId)).toHaveLength(1);
  });

  it('of another account changes neither account', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const theirs = await newDeveloper(world);
    const response = await browser.post('/links', { url, token: newToken(theirs.accountId) });
    expect(response.headers.get('Location')).toBe('/console');
    expect(await browser.follow(response)).toContain('belonged to another account');
    expect([await listLinks(accountId), await listLinks(theirs.accountId)]).toEqual([[], []]);
  });

  it('can be used once by each form of a page', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const token = newToken(accountId);
    expect((await browser.post('/keys', { name: 'one', token })).status).toBe(303);
    expect((await browser.post('/account/name', { name: 'Other', token })).status).toBe(303);
    expect(await browser.text('')).toContain('Other');
  });
});

it('the object that stores results holds neither the text of a key nor a password nor the token', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const token = newToken(accountId);
  const text = textIn(await browser.follow(await browser.post('/keys', { name: 'secret', token }))) ?? '';
  expect((await browser.post('/links', { url, password: 'secret words', token })).status).toBe(303);
  const kept = await runInDurableObject(env.KEYS.getByName(`console:${accountId}`), (_object, state) =>
    JSON.stringify(state.storage.sql.exec('SELECT * FROM idempotency').toArray()),
  );
  expect(kept).toContain('/console/keys/');
  for (const secret of [text.slice(15), 'secret words', await hashText('secret words'), token.slice(-32)])
    expect(kept).not.toContain(secret);
});

describe('while the account’s object is unreachable', () => {
  const broken = () => createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
  const send = async (path: string, cookie: string, fields: Record<string, string>) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const headers = { Cookie: cookie, Origin: CONSOLE, 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await broken().call('POST', `/console${path}`, {
      headers,
      body: new URLSearchParams(fields).toString(),
    });
    vi.restoreAllMocks();
    return response;
  };

  it('a form that is not repeatable gets 503 and a page with its fields and its token', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const token = newToken(accountId);
    const response = await send('/links', browser.cookie ?? '', { url, alias: freshAlias('typed'), token });
    expect(response.status).toBe(503);
    const form = formsIn(await response.text()).find(({ action }) => action === '/console/links');
    expect(form?.fields).toMatchObject({ url, token });
    expect(await listLinks(accountId)).toEqual([]);
  });

  it('a repeatable form is done', async () => {
    const { browser, accountId } = await newDeveloper(world);
    expect(
      (await send('/account/name', browser.cookie ?? '', { name: 'Still', token: newToken(accountId) })).status,
    ).toBe(303);
    expect(await browser.text('')).toContain('Still');
  });
});
