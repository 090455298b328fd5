/**
 * A suspension ends sessions and sign-in links. These tests request no page during the suspension, because the response
 * would delete the cookie, and hide a session that was left in D1.
 */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createBrowser, newDeveloper, signedIn } from '#testkit/browser';
import { createWorld } from '#testkit/world';

const world = createWorld();

async function suspendAndResume(accountId: string): Promise<void> {
  expect((await world.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(200);
  expect((await world.admin('POST', `/accounts/${accountId}/resume`)).status).toBe(200);
}

it('a suspension ends every session for ever, also of a browser that sends nothing until the account is resumed', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const other = await signedIn(world, accountId);
  await suspendAndResume(accountId);
  for (const one of [browser, other]) {
    expect(one.cookie).toBeDefined();
    expect((await one.get('')).status).toBe(303);
  }
  const left = env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE account_id = ?1').bind(accountId);
  expect(await left.first('n')).toBe(0);
});

it('a suspension ends sign-in links for ever', async () => {
  const { accountId } = await newDeveloper(world);
  const made = await world.admin('POST', `/accounts/${accountId}/sign-in-link`);
  const { url } = await made.json<{ url: string }>();
  await suspendAndResume(accountId);
  const browser = createBrowser(world);
  expect((await browser.post(new URL(url).pathname.replace('/console', ''))).status).toBe(410);
  expect(browser.cookie).toBeUndefined();
});

it('a suspension leaves the sessions and sign-in links of other accounts', async () => {
  const [one, other] = [await newDeveloper(world), await newDeveloper(world)];
  const made = await world.admin('POST', `/accounts/${other.accountId}/sign-in-link`);
  const { url } = await made.json<{ url: string }>();
  await suspendAndResume(one.accountId);
  expect((await other.browser.get('')).status).toBe(200);
  expect((await createBrowser(world).post(new URL(url).pathname.replace('/console', ''))).status).toBe(303);
});
