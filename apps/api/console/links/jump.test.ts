/** GET /console/jump: a code, an alias or a short URL leads to its link, any other text to the links that it finds. */
import { expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();

it('a code or a short URL leads to the page of its link, another text to the search', async () => {
  const [mine, other] = [await newDeveloper(world), await newDeveloper(world)];
  const [alias, foreign] = [freshAlias('Jump'), freshAlias('Other')];
  await mine.browser.post('/links', { url: 'https://example.com/', alias });
  await other.browser.post('/links', { url: 'https://example.com/', alias: foreign });
  const goalOf = async (to: string) =>
    (await mine.browser.get(`/jump?to=${encodeURIComponent(to)}`)).headers.get('Location');
  for (const text of [alias, ` ${alias.toUpperCase()} `, `https://s.example.com/${alias}`])
    expect(await goalOf(text)).toBe(`/console/links/${alias}`);
  expect(await goalOf(foreign)).toBe(`/console/links?search=${foreign}`);
  expect(await goalOf('two words')).toBe('/console/links?search=two+words');
  expect(await goalOf('')).toBe('/console/links');
});
