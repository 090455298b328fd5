/** GET /console/jump: what names a link exactly leads to it, any other text to the links that it finds. */
import { expect, it } from 'vitest';
import { PER_MINUTE } from '#api/accounts/account-windows';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import type { JumpResults } from './jump-results';

const world = createWorld();
const turnTo = fakeClock();

it('a code or a short URL leads to the page of its link, another text to the search', async () => {
  const [mine, other] = [await newDeveloper(world), await newDeveloper(world)];
  const [alias, foreign] = [freshAlias('Jump'), freshAlias('Other')];
  await mine.browser.post('/links', { url: 'https://example.com/', alias, externalId: 'order 7' });
  await other.browser.post('/links', { url: 'https://example.com/', alias: foreign });
  const goalOf = async (to: string) =>
    (await mine.browser.get(`/jump?to=${encodeURIComponent(to)}`)).headers.get('Location');
  for (const text of [alias, ` ${alias.toUpperCase()} `, `https://s.example.com/${alias}`, `${alias}+`, 'order 7'])
    expect(await goalOf(text)).toBe(`/console/links/${alias}`);
  expect(await goalOf(`https://s.example.com/${alias}+`)).toBe(`/console/links/${alias}`);
  expect(await goalOf(foreign)).toBe(`/console/links?search=${foreign}`);
  expect(await goalOf('two words')).toBe('/console/links?search=two+words');
  expect(await goalOf('')).toBe('/console/links');
  const balloons = (await goalOf(`ab ${'\u{1f388}'.repeat(3_000)}`)) ?? '';
  expect(balloons).toMatch(/^[\x21-\x7e]{1000,2100}$/);
  const sought = new URL(balloons, 'https://a').searchParams.get('search') ?? '';
  expect(sought).toMatch(/^ab \u{1f388}+$/u);
});

it('its results are the named link, then those that contain the text, and tags, within the account’s window', async () => {
  turnTo(NOON);
  const [mine, other] = [await newDeveloper(world), await newDeveloper(world)];
  const [mark, oldest] = [freshAlias('find'), freshAlias('old')];
  await mine.browser.post('/links', {
    url: 'https://www.example.com/sale',
    alias: oldest,
    title: 'Spring',
    externalId: mark,
    tags: `Tag of ${mark}, else`,
  });
  await insertLinks(mine.accountId, 240, (n) => `${mark}-${n}`, { createdAt: (n) => NOON + 1 + n });
  const read = async (to: string, { browser } = mine) => {
    const response = await browser.get(`/jump/results?to=${encodeURIComponent(to)}`);
    return response.ok ? response.json<JumpResults>() : response.status;
  };
  expect(await read(mark)).toEqual({
    links: [
      { href: `/console/links/${oldest}`, words: oldest, more: 'Spring · example.com/sale' },
      ...[239, 238, 237, 236, 235].map((n) => ({
        href: `/console/links/${mark}-${n}`,
        words: `${mark}-${n}`,
        more: 'example.com/',
      })),
    ],
    tags: [{ href: `/console/tags/Tag%20of%20${mark}`, words: `Tag of ${mark}`, more: '' }],
    moreTags: 0,
  });
  expect(await read(mark, other)).toEqual({ links: [], tags: [], moreTags: 0 });
  expect(await read(' ')).toEqual({ links: [], tags: [], moreTags: 0 });
  const tags = Array.from({ length: 8 }, (_, n) => `${mark} tag ${n}`).join(', ');
  await mine.browser.post('/links', { url: 'https://example.com/', tags });
  expect(await read(`${mark} tag`)).toMatchObject({ tags: { length: 6 }, moreTags: 2 });
  const asked = await Promise.all(Array.from({ length: PER_MINUTE.search }, () => read('nothing')));
  expect(asked.filter((one) => one === 429)).toHaveLength(2);
});
