/** The details of links in the console: title, notes, tags and the caller's own id. */
import { describe, expect, it } from 'vitest';
import { type Browser, formsIn, newDeveloper } from '#testkit/browser';
import { createWorld, freshAlias } from '#testkit/world';

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

/** The fields of the form that edits a link. */
const editFields = async (browser: Browser, page: string) =>
  formsIn(await browser.text(`${page}/edit`)).find(({ action }) => action.endsWith('/edit'))?.fields;

describe('the details of a link', () => {
  it('are stored by the form of a new link on every plan, and shown as they were typed', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const page = await newLink(browser, DETAILS);
    expect(await editFields(browser, page)).toMatchObject({ ...DETAILS, notes: DETAILS.notes.replaceAll('\r', '') });
    const html = await browser.text(page);
    expect(html).toContain('<h1><bdi>Spring &amp; &lt;b&gt;sale&lt;/b&gt; 🌱</bdi></h1>');
    expect(html).toContain('second &lt;script&gt;line&lt;/script&gt;</dd>');
    expect(html).toContain('crm &quot;1042&quot;</bdi>');
  });

  it('are in the list, escaped, and set apart from the text beside them', async () => {
    const { browser } = await newDeveloper(world);
    await newLink(browser, DETAILS);
    const html = await browser.text('/links');
    expect(html).toContain('<bdi>Spring &amp; &lt;b&gt;sale&lt;/b&gt; 🌱</bdi>');
    for (const name of ['Spring', 'ربيع', 'a, b', '&lt;i&gt;x&lt;/i&gt;']) expect(html).toContain(`<bdi>${name}</bdi>`);
  });

  it('are changed and removed by the form that edits the link', async () => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser, DETAILS);
    const changed = { title: 'Other', tags: 'spring, new', notes: '', externalId: '' };
    const response = await browser.send(`${page}/edit`, `${page}/edit`, changed);
    expect(await browser.follow(response)).toContain('The link is changed.');
    expect(await editFields(browser, page)).toMatchObject({ ...changed, tags: 'Spring, new' });
  });

  it('stay as they are where a form with other spellings of the tags is saved', async () => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser, DETAILS);
    const typed = { tags: DETAILS.tags.toUpperCase(), notes: `${DETAILS.notes}\r\n` };
    const response = await browser.send(`${page}/edit`, `${page}/edit`, typed);
    expect(await browser.follow(response)).toContain('Nothing was changed');
  });

  it.each([
    ['title', 'title must be one line', { title: 'x'.repeat(201) }],
    ['notes', 'notes must be 1 to 2000 characters', { notes: '🌱'.repeat(2_001) }],
    ['tags', 'tags must be a list of at most 20', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`).join() }],
    ['tags', 'tags must be names of one line', { tags: 'good, ..' }],
    ['externalId', 'externalId must be one line', { externalId: 'x'.repeat(201) }],
  ])('with a wrong %s get the error: %s', async (field, words, fields) => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser);
    for (const response of [
      await browser.post('/links', { url, ...fields }),
      await browser.send(`${page}/edit`, `${page}/edit`, fields),
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
      await browser.send(`${page}/edit`, `${page}/edit`, { externalId: 'one' }),
    ]) {
      expect(response.status).toBe(409);
      expect(await response.text()).toMatch(
        /id="[\w-]*externalId-error">Another link of the account has this externalId/,
      );
    }
  });

  it('make the edit fail if another tab has changed them, and the page shows their current values', async () => {
    const { browser } = await newDeveloper(world);
    const page = await newLink(browser, DETAILS);
    const old = await editFields(browser, page);
    await browser.send(`${page}/edit`, `${page}/edit`, { title: 'Theirs', tags: 'theirs' });
    const refused = await browser.post(`${page}/edit`, { ...old, title: 'Mine' });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('Changed meanwhile. Now: Theirs');
    const shown = formsIn(html).find(({ action }) => action.endsWith('/edit'))?.fields;
    expect(shown).toMatchObject({ title: 'Mine', tags: 'theirs', externalId: DETAILS.externalId });
    expect((await browser.post(`${page}/edit`, shown)).status).toBe(303);
    expect(await editFields(browser, page)).toMatchObject({ title: 'Mine', tags: 'theirs' });
  });
});
