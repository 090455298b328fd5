/** What the form of a new link does beyond the API: it completes addresses, and suggests aliases. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/spring';

describe('a destination without a scheme', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' example.com:8443/a?b=c#d ', 'https://example.com:8443/a?b=c#d'],
    ['http://example.com/', 'http://example.com/'],
  ])('is completed with https://: %s', async (typed, destination) => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('bare');
    expect((await browser.post('/links', { url: typed, alias })).status).toBe(303);
    const { url } = (await env.DB.prepare('SELECT url FROM links WHERE code = ?1').bind(alias).first()) ?? {};
    expect(url).toBe(destination);
    const edited = await browser.send(`/links/${alias}`, `/links/${alias}/destination`, { url: 'example.org/b' });
    expect(edited.status).toBe(303);
    expect((await world.visit(alias)).headers.get('Location')).toBe('https://example.org/b');
  });

  it('is still refused by the API', async () => {
    const refused = await world.shorten((await world.newKey()).key, { url: 'example.com' });
    expect(await refused.json()).toMatchObject({ statusCode: 400, errorType: 'INVALID_URL' });
  });

  it.each([
    ['', 'Enter the address that the link leads to.'],
    ['https://nowhere', '“nowhere” is not a public host name.'],
    ['javascript:alert(1)', 'It begins with http:// or https://.'],
    ['user@example.com', 'Enter a public web address'],
    ['https://example.com/a b', 'Remove the spaces'],
  ])('that nobody could follow is refused with its reason: %s', async (typed, words) => {
    const { browser } = await newDeveloper(world);
    const refused = await browser.post('/links', { url: typed });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(words);
  });
});

describe('an alias that is taken', () => {
  const suggestedIn = (page: string) =>
    [...page.matchAll(/<button[^>]*name="alias" value="([^"]*)"/g)].map(([, alias]) => alias);

  it('gets two free ones for one more round trip to D1, and each makes the link', async () => {
    const { bindings, takeCost } = countedBindings();
    const { browser } = await newDeveloper(createWorld(bindings));
    const alias = freshAlias('taken');
    for (const taken of [alias, `${alias}-2`]) await browser.post('/links', { url, alias: taken });
    takeCost();
    await browser.post('/links', { url, alias: freshAlias('other') });
    const made = takeCost().d1.length;
    const refused = await browser.post('/links', { url, alias });
    expect(takeCost().d1.length).toBe(made + 1);
    const suggested = suggestedIn(await refused.text());
    expect([refused.status, suggested]).toEqual([400, [`${alias}-3`, `${alias}-4`]]);
    expect((await browser.post('/links', { url, alias: `${alias}-3` })).status).toBe(303);
  });

  it('gets none where every one near it would be too long, or where the form names some itself', async () => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('x').padEnd(50, 'x').slice(0, 50);
    await browser.post('/links', { url, alias });
    for (const suggested of ['', 'paypal'])
      expect(suggestedIn(await (await browser.post('/links', { url, alias, suggested })).text())).toEqual([]);
  });
});

it('the summary of errors has the order of the page', async () => {
  const { browser } = await newDeveloper(world);
  const typed = { url: '', alias: 'a b', password: 'abc', maxClicks: 'many', expiresIn: 'soon', externalId: 'a\nb' };
  const page = await (await browser.post('/links', typed)).text();
  const linked = [...page.matchAll(/<li><a href="#links-(\w+)">/g)].map(([, name]) => name);
  expect(linked).toEqual(['url', 'alias', 'expiresIn', 'maxClicks', 'password', 'externalId']);
});

it('an alias that the plan lacks keeps its place, disabled, with the plan that has it', async () => {
  const { browser } = await newDeveloper(world, 'FREE');
  const page = await browser.text('/new-link');
  expect(/<input[^>]*name="alias"[^>]*>/.exec(page)?.[0]).toContain('disabled');
  expect(page).toMatch(/id="links-alias-hint">Available on <a href="\/console\/plan">Hobby<\/a> and above\.</);
});

it('the preview has what was typed, also where the form was refused', async () => {
  const { browser } = await newDeveloper(world);
  const typed = { url: 'example.com/long/path', alias: 'paypal', expiresIn: '1', unit: '86400', maxClicks: 'x' };
  const page = await (await browser.post('/links', typed)).text();
  const shown = Object.fromEntries(
    [...page.matchAll(/<b data-preview="(\w+)"[^>]*>([^<]*)</g)].map(([, name, text]) => [name, text]),
  );
  expect(shown).toEqual({
    alias: 'paypal',
    host: 'example.com',
    expiresIn: 'After 1 day',
    maxClicks: 'Not valid',
    password: 'None',
  });
});
