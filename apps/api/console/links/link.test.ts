/** The cost of the page of a link, and the new link that it offers for a dead one. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { formsIn, newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/spring';

it('the page of a link costs three round trips to D1, and one call of each object that counts its clicks', async () => {
  const { bindings, takeCost } = countedBindings();
  const { browser } = await newDeveloper(createWorld(bindings));
  const [plain, tagged, limited] = [freshAlias('plain'), freshAlias('tagged'), freshAlias('limited')];
  await browser.post('/links', { url, alias: plain });
  await browser.post('/links', { url, alias: tagged, tags: 'one, two, three' });
  await browser.post('/links', { url, alias: limited, maxClicks: '5' });
  await browser.get(`/links/${plain}`); // The first request of an isolate reads the settings, too.
  const costOf = async (code: string) => {
    takeCost();
    expect((await browser.get(`/links/${code}`)).status).toBe(200);
    const { d1, objects } = takeCost();
    return { trips: d1.length, objects: objects.toSorted() };
  };
  // The session, the deletions that are due, and the link with the tags of the account.
  expect(await costOf(plain)).toEqual({ trips: 3, objects: ['ADDRESSES.admit', 'STATISTICS.readLink'] });
  expect(await costOf(tagged)).toEqual({ trips: 3, objects: ['ADDRESSES.admit', 'STATISTICS.readLink'] });
  expect(await costOf(limited)).toEqual({
    trips: 3,
    objects: ['ADDRESSES.admit', 'CLICKS.count', 'STATISTICS.readLink'],
  });
});

it('the form of a click limit says how many clicks the link has, and which limits end it at once', async () => {
  turnTo(NOON);
  const { browser } = await newDeveloper(world);
  const alias = freshAlias('limit');
  await browser.post('/links', { url, alias });
  const page = () => browser.text(`/links/${alias}`);
  expect(await page()).toContain('Counts all clicks since the link was created.');
  for (let n = 0; n < 3; n++) await world.visit(alias);
  expect(await page()).toContain('This link has 3 clicks so far: a limit of 3 or less ends it at once.');
  expect((await browser.send(`/links/${alias}`, `/links/${alias}/limit`, { maxClicks: '3' })).status).toBe(303);
  expect((await createWorld().visit(alias)).status).toBe(410);
});

/** The values in the form of a new link. */
function valuesIn(html: string) {
  const form = formsIn(html).find(({ action }) => action === '/console/links');
  return { url: form?.fields.url, alias: form?.fields.alias };
}

it('a deleted link offers a new one with its code and its destination, and the new one redirects', async () => {
  turnTo(NOON);
  const { browser } = await newDeveloper(world);
  const alias = freshAlias('Again');
  await browser.post('/links', { url, alias });
  await browser.post(`/links/${alias}/delete`);
  turnTo(NOON + 10_000);
  const path = /href="\/console(\/new-link\?again=[^"]*)"/.exec(await browser.text(`/links/${alias}`))?.[1] ?? '';
  expect(valuesIn(await browser.text(path))).toEqual({ url, alias });
  expect((await browser.send(path, '/links')).status).toBe(303);
  expect((await world.visit(alias)).headers.get('Location')).toBe(url);
});

it('a new link after a deleted one says why it cannot have the code', async () => {
  turnTo(NOON);
  const { browser, accountId } = await newDeveloper(world);
  const [blocked, kept] = [freshAlias('blocked'), freshAlias('kept')];
  for (const alias of [blocked, kept]) await browser.post('/links', { url, alias });
  await browser.post(`/links/${blocked}/delete`);
  turnTo(NOON + 10_000);
  await browser.get('/links');
  await env.DB.prepare("UPDATE links SET blocked = 'spam' WHERE code = ?1").bind(blocked).run();
  const html = await browser.text(`/new-link?again=${blocked}`);
  expect(valuesIn(html)).toEqual({ url, alias: '' });
  expect(html).toContain(`The code ${blocked} cannot be taken again: its link was blocked.`);
  expect(await browser.text(`/new-link?again=${kept}`)).toContain('its link still redirects.');
  await world.admin('PATCH', `/accounts/${accountId}`, { plan: 'FREE' });
  await browser.post(`/links/${kept}/delete`);
  turnTo(NOON + 20_000);
  await browser.get('/links');
  expect(await browser.text(`/new-link?again=${kept}`)).toMatch(new RegExp(`${kept} cannot be taken again: .*plan`));
});

it('the form of a new link shows nothing of a link of another account', async () => {
  const [{ browser }, other] = [await newDeveloper(world), await newDeveloper(world)];
  const alias = freshAlias('foreign');
  await other.browser.post('/links', { url, alias });
  for (const code of [alias, 'no-such-code', 'a b']) {
    const response = await browser.get(`/new-link?again=${encodeURIComponent(code)}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain(url);
  }
});
