/** The details of links in the console: title, notes, tags and the caller's own id. */
import { describe, expect, it } from 'vitest';
import { type Browser, formsIn, newDeveloper } from '#testkit/browser';
import { createWorld, freshAlias } from '#testkit/world';
import { joinTags } from '../tags/tag-choice';

const world = createWorld();
const url = 'https://example.com/';

const DETAILS = {
  title: 'Spring & <b>sale</b> 🌱',
  tags: 'Spring, ربيع, "a, b", <i>x</i>',
  notes: '\u{20bb7}野家\r\n\r\nsecond <script>line</script>',
  externalId: 'crm "1042"',
};

async function newLink(browser: Browser, fields: Record<string, string> = {}): Promise<string> {
  const response = await browser.post('/links', { url, ...fields });
  expect(response.status).toBe(303);
  return (response.headers.get('Location') ?? '').replace('/console', '');
}

const PATHS: Record<string, string> = { title: 'title', tags: 'tags', notes: 'notes', externalId: 'own-id' };

/** The fields of a page's form that changes a detail. */
const readFields = (html: string, name: string) =>
  formsIn(html).find(({ action }) => action.endsWith(`/${PATHS[name]}`))?.fields ?? {};

/** The names of the ticked boxes of tags, as a text. */
const tagsIn = (html: string): string =>
  joinTags(
    [...html.matchAll(/name="picked" value="([^"]*)" checked/g)].map(([, value = '']) => decodeURIComponent(value)),
  );

/** The details of a link, as the forms of its page show them. */
async function readDetails(browser: Browser, page: string): Promise<Record<string, string | undefined>> {
  const html = await browser.text(page);
  const shown = Object.keys(PATHS).map((name) => [name, readFields(html, name)[name]]);
  return { ...Object.fromEntries(shown), tags: tagsIn(html) };
}

/** Sends the form of a detail. The text field names all tags, so no box is ticked. */
const change = (browser: Browser, page: string, name: string, text: string) =>
  browser.send(page, `${page}/${PATHS[name]}`, { [name]: text, ...(name === 'tags' && { picked: '' }) });

describe('the details of a link', () => {
  it('are stored by the form of a new link on every plan, and shown as they were typed', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const page = await newLink(browser, DETAILS);
    expect(await readDetails(browser, page)).toEqual({ ...DETAILS, notes: DETAILS.notes.replaceAll('\r', '') });
    const html = await browser.text(page);
    expect(html).toContain('<bdi dir="auto">Spring &amp; &lt;b&gt;sale&lt;/b&gt; 🌱</bdi>');
    expect(html).toContain('second &lt;script&gt;line&lt;/script&gt;</bdi>');
    expect(html).toContain('crm &quot;1042&quot;</bdi>');
  });

  it('are in the list, escaped, and set apart from the text beside them', async () => {
    const { browser } = await newDeveloper(world);
    await newLink(browser, DETAILS);
    const html = await browser.text('/links');
    expect(html).toContain('<bdi>Spring &amp; &lt;b&gt;sale&lt;/b&gt; 🌱</bdi>');
    for (const name of ['Spring', 'ربيع', 'a, b', '&lt;i&gt;x&lt;/i&gt;']) expect(html).toContain(`<bdi>${name}</bdi>`);
  });

  it('are changed and removed by a form each', async () => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser, DETAILS);
    const changed = { title: 'Other', tags: 'spring, new', notes: '', externalId: '' };
    for (const [name, text] of Object.entries(changed))
      expect(await browser.follow(await change(browser, page, name, text))).toContain('The link is changed.');
    expect(await readDetails(browser, page)).toEqual({ ...changed, tags: 'Spring, new' });
  });

  it('stay as they are where a form with other spellings of the tags is saved', async () => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser, DETAILS);
    const typed = { tags: DETAILS.tags.toUpperCase(), notes: `${DETAILS.notes}\r\n` };
    for (const [name, text] of Object.entries(typed))
      expect(await browser.follow(await change(browser, page, name, text))).toContain('Nothing was changed');
  });

  it.each([
    ['title', 'Use one line of at most 200 characters.', { title: 'x'.repeat(201) }],
    ['notes', 'Use at most 2,000 characters.', { notes: '🌱'.repeat(2_001) }],
    [
      'tags',
      'Use at most 20 tags of at most 50 characters each',
      { tags: Array.from({ length: 21 }, (_, i) => `t${i}`).join() },
    ],
    ['tags', 'Use at most 20 tags of at most 50 characters each', { tags: 'good, ..' }],
    ['externalId', 'Use one line of at most 200 characters.', { externalId: 'x'.repeat(201) }],
  ])('with a wrong %s get the error: %s', async (field, words, fields) => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser);
    for (const response of [
      await browser.post('/links', { url, ...fields }),
      await browser.send(page, `${page}/${PATHS[field]}`, fields),
    ]) {
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toMatch(new RegExp(`<(input|textarea)[^>]*name="${field}"[^>]*aria-invalid="true"`));
      expect(html).toContain(words);
    }
  });

  it('with the externalId of another link get an error beside it', async () => {
    const { browser } = await newDeveloper(world);
    await newLink(browser, { externalId: 'one' });
    const page = await newLink(browser);
    for (const response of [
      await browser.post('/links', { url, externalId: 'one', alias: freshAlias() }),
      await change(browser, page, 'externalId', 'one'),
    ]) {
      expect(response.status).toBe(409);
      expect(await response.text()).toMatch(
        /id="[\w-]*externalId-error" role="alert">Another link has this external ID\./,
      );
    }
  });

  it('make the edit fail if another tab has changed the same one, and the page shows its current value', async () => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser, DETAILS);
    const old = await browser.text(page);
    await change(browser, page, 'title', 'Theirs');
    const refused = await browser.post(`${page}/title`, { ...readFields(old, 'title'), title: 'Mine' });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('Someone set this to Theirs while you were editing.');
    expect(readFields(html, 'title').title).toBe('Mine');
    expect((await browser.post(`${page}/title`, readFields(html, 'title'))).status).toBe(303);
    const { token: _token, ...other } = readFields(old, 'tags');
    expect((await browser.post(`${page}/tags`, { ...other, picked: '', tags: 'mine' })).status).toBe(303);
    expect(await readDetails(browser, page)).toMatchObject({ title: 'Mine', tags: 'mine' });
  });
});
