/** Limits on the passkeys and challenges that a signed-in browser can store. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createDevice } from '#testkit/authenticator';
import { type Browser, CONSOLE, newDeveloper } from '#testkit/browser';
import { createWorld } from '#testkit/world';

const world = createWorld();

const INSERT = `INSERT INTO passkeys (id, account_id, name, public_key, counter, transports, created_at, used_at)
  SELECT ?1 || value, ?1, 'Laptop', 'x', 0, '[]', 1, 1 FROM json_each(?2)`;

async function developerWithPasskeys(count: number) {
  const developer = await newDeveloper(world);
  const numbers = JSON.stringify(Array.from({ length: count }, (_, i) => i));
  await env.DB.prepare(INSERT).bind(developer.accountId, numbers).run();
  return developer;
}

async function addPasskey(browser: Browser): Promise<number> {
  const device = await createDevice(CONSOLE);
  const options = await (await browser.post('/passkeys/challenge')).json<{ challenge: string }>();
  return (await browser.post('/passkeys', { name: 'One more', credential: await device.create(options) })).status;
}

const countRows = (table: string, accountId: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?1`).bind(accountId).first('n');

it('an account has at most twenty passkeys, however many other accounts have', async () => {
  await developerWithPasskeys(20);
  const { browser, accountId } = await developerWithPasskeys(19);
  expect([await addPasskey(browser), await addPasskey(browser)]).toEqual([303, 400]);
  expect(await countRows('passkeys', accountId)).toBe(20);
});

it('the deletion of an account deletes its challenges', async () => {
  const { browser, accountId } = await newDeveloper(world);
  await browser.post('/passkeys/challenge');
  expect(await countRows('challenges', accountId)).toBe(1);
  expect((await browser.post('/account/delete', { confirmation: 'delete' })).status).toBe(303);
  expect(await countRows('challenges', accountId)).toBe(0);
});
