/** The metering of the console. Making and editing links count as calls of one more key. */
import { describe, expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();

async function developerWithLink() {
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const alias = freshAlias('metered');
  expect((await world.shorten(key, { url: 'https://example.com/', alias })).status).toBe(201);
  const readUrl = async () => (await (await world.v2(key, 'GET', `/links/${alias}`)).json<{ url: string }>()).url;
  return { browser, accountId, alias, readUrl };
}

describe.each([
  ['the window is full', fullWindow, 'Rate limit exceeded'],
  ['the quota of the month is used up', () => FULL_MONTH, 'Monthly API call limit reached'],
])('while %s', (_, count, words) => {
  it('the console neither makes nor edits a link', async () => {
    const { browser, accountId, alias, readUrl } = await developerWithLink();
    await setCount(`console:${accountId}`, count());
    const edited = await browser.post(`/links/${alias}/destination`, { url: 'https://example.com/other' });
    expect(await edited.text()).toContain(words);
    expect(await readUrl()).toBe('https://example.com/');
    const made = await browser.post('/links', { url: 'https://example.com/' });
    expect(await made.text()).toContain(words);
  });
});
