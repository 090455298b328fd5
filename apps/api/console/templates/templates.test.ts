/** The UTM templates of an account: their pages, and their choice in the forms of links (specification 14.5). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { PLAN_LIMITS } from '#domain/plans';
import { type Browser, formsIn, newDeveloper, newToken } from '#testkit/browser';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();

const NEWS = { name: 'News', utm_source: 'newsletter', utm_medium: 'e mail', utm_campaign: '' };
const QUERY = 'utm_source=newsletter&utm_medium=e%20mail';

const rowsOf = async (accountId: string) =>
  (
    await env.DB.prepare('SELECT id, name, query FROM utm_templates WHERE account_id = ?1 ORDER BY key')
      .bind(accountId)
      .all<{ id: string; name: string; query: string }>()
  ).results;

const fieldsOf = (page: string, action: string) => formsIn(page).find((form) => form.action === action)?.fields ?? {};

/** A developer with the template NEWS. */
async function withTemplate() {
  const { browser, accountId } = await newDeveloper(world);
  await browser.post('/templates', NEWS);
  const [template] = await rowsOf(accountId);
  return { browser, accountId, id: template?.id ?? '' };
}

it('a template is made, renamed, changed and deleted, and the activity says so', async () => {
  const { browser, accountId } = await newDeveloper(world);
  expect(await browser.text('/new-link')).toContain('formaction="/console/templates"');
  expect(await browser.text('/templates')).toContain('No templates yet');
  const made = await browser.send('/templates', '/templates', NEWS);
  expect([made.status, made.headers.get('Location')]).toEqual([303, '/console/templates#title']);
  expect(await browser.follow(made)).toContain('The template is saved.');
  const [template] = await rowsOf(accountId);
  expect(template).toMatchObject({ name: 'News', query: QUERY });

  const path = `/templates/${template?.id}`;
  const list = await browser.text('/templates');
  // The page of the template asks before it deletes.
  expect(list).toContain(`href="/console${path}" aria-label="Edit News">Edit`);
  expect(list).not.toContain('aria-label="Delete');
  // Its home is the account, in the way back and in the navigation.
  expect(list).toContain('<a class="back small" href="/console/account">Account</a>');
  expect(list).toMatch(/<a href="\/console\/account" aria-current="page">/);
  expect(fieldsOf(await browser.text(path), `/console${path}/change`)).toMatchObject(NEWS);
  const changed = await browser.send(path, `${path}/change`, { name: 'NEWS', utm_medium: '', utm_term: 'a&b' });
  expect(await browser.follow(changed)).toContain('The template is changed.');
  const query = 'utm_source=newsletter&utm_term=a%26b';
  expect(await rowsOf(accountId)).toEqual([{ id: template?.id, name: 'NEWS', query }]);

  const deleted = await browser.send(path, `${path}/delete`);
  expect(await browser.follow(deleted)).toContain('The template is deleted.');
  expect(await rowsOf(accountId)).toEqual([]);
  expect((await browser.get(path)).status).toBe(404);
  const activity = await browser.text('/activity?kind=template');
  for (const verb of ['created', 'changed', 'deleted']) expect(activity).toContain(`was ${verb}`);
});

it('a form that is sent twice makes one template', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const form = { ...NEWS, token: newToken(accountId) };
  const [first, second] = await Promise.all([browser.post('/templates', form), browser.post('/templates', form)]);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(await rowsOf(accountId)).toHaveLength(1);
});

describe('a template is refused', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without a name', { name: ' ' }, 'Enter a name.'],
    ['with a name of 51 characters', { name: 'n'.repeat(51) }, 'Use one line of at most 50 characters.'],
    ['with a name of two lines', { name: 'a\nb' }, 'Use one line of at most 50 characters.'],
    ['without a parameter', { utm_source: ' ', utm_medium: '' }, 'Fill in at least one parameter.'],
    ['with a parameter of two lines', { utm_term: 'a\nb' }, 'Use one line of text.'],
    ['with more than an address holds', { utm_term: 'é'.repeat(400) }, 'together they have at most 2,048 characters.'],
  ])('%s, with all that was typed', async (_, wrong, words) => {
    const { browser, accountId } = await newDeveloper(world);
    const refused = await browser.post('/templates', { ...NEWS, ...wrong });
    const page = await refused.text();
    expect(refused.status).toBe(400);
    expect(page).toContain(words);
    expect(fieldsOf(page, '/console/templates')).toMatchObject({ ...NEWS, ...wrong });
    expect(await rowsOf(accountId)).toEqual([]);
  });

  it('with a name that another one has, in any spelling', async () => {
    const { browser, accountId, id } = await withTemplate();
    await browser.post('/templates', { name: 'Ads', utm_source: 'ads' });
    const [ads] = await rowsOf(accountId);
    for (const path of ['/templates', `/templates/${ads?.id}/change`]) {
      const refused = await browser.post(path, { name: ' nEWS ', utm_source: 'x' });
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining('Another template has this'),
      ]);
    }
    expect((await browser.post(`/templates/${id}/change`, { ...NEWS, name: 'news' })).status).toBe(303);
    expect((await rowsOf(accountId)).map(({ name }) => name)).toEqual(['Ads', 'news']);
  });

  it('beyond the number of the plan', async () => {
    const { browser, accountId } = await newDeveloper(world, 'FREE');
    const most = PLAN_LIMITS.FREE.utmTemplates;
    for (let n = 1; n <= most; n++) await browser.post('/templates', { ...NEWS, name: `News ${n}` });
    expect(await browser.text('/templates')).toContain('The Free plan has 5 templates. Delete one, or see');
    const refused = await browser.post('/templates', NEWS);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('The Free plan has 5 templates. Delete one that you no longer need.'),
    ]);
    expect(await rowsOf(accountId)).toHaveLength(most);
  });
});

describe('without script a chosen template fills the UTM fields, and keeps all that was typed', () => {
  const fill = (browser: Browser, path: string, typed: Record<string, string>) =>
    browser.post(path, { ...typed, utm_template: QUERY, show: 'utm_template' });

  it('of a new link', async () => {
    const { browser } = await withTemplate();
    expect(await browser.text('/new-link')).toContain(
      '<option value="utm_source=newsletter&amp;utm_medium=e%20mail">News',
    );
    const typed = {
      url: 'https://example.com/?a=1#top',
      alias: freshAlias('tpl'),
      title: 'Mine',
      utm_campaign: 'spring',
    };
    const shown = await fill(browser, '/links', { ...typed, utm_source: 'replaced' });
    expect(shown.status).toBe(200);
    const url = 'https://example.com/?a=1&utm_source=newsletter&utm_medium=e%20mail&utm_campaign=spring#top';
    const fields = fieldsOf(await shown.text(), '/console/links');
    expect(fields).toMatchObject({ ...typed, url, utm_source: 'newsletter', utm_medium: 'e mail', utm_template: '' });
    expect((await browser.post('/links', fields)).status).toBe(303);
    const row = env.DB.prepare('SELECT url FROM links WHERE code = ?1').bind(typed.alias.toLowerCase());
    expect(await row.first('url')).toBe(url);
  });

  it('of several links', async () => {
    const { browser } = await withTemplate();
    const shown = await fill(browser, '/several-links', { urls: 'example.com/1\nexample.com/2', utm_term: 'x' });
    expect(fieldsOf(await shown.text(), '/console/several-links')).toMatchObject({
      ...{ urls: 'example.com/1\nexample.com/2', utm_term: 'x' },
      ...{ utm_source: 'newsletter', utm_medium: 'e mail' },
    });
  });

  it('of a link that is edited', async () => {
    const { browser } = await withTemplate();
    const alias = freshAlias('tpl');
    await browser.post('/links', { url: 'https://example.com/?utm_term=x', alias });
    const path = `/links/${alias}/destination`;
    const before = fieldsOf(await browser.text(`/links/${alias}`), `/console${path}`);
    const fields = fieldsOf(await (await fill(browser, path, before)).text(), `/console${path}`);
    expect(fields.url).toBe('https://example.com/?utm_term=x&utm_source=newsletter&utm_medium=e%20mail');
    expect((await browser.post(path, fields)).status).toBe(303);
  });
});

it.each(['/new-link', '/several-links', '/links/CODE'])(
  'the form of %s saves as a template what its parameters have, before it is sent',
  async (page) => {
    const { browser, accountId } = await newDeveloper(world);
    const alias = freshAlias('tpl');
    await browser.post('/links', { url: 'https://example.com/', alias });
    const html = await browser.text(page.replace('CODE', alias));
    expect(html).toMatch(/<button[^>]* name="show" formaction="\/console\/templates" formnovalidate/);
    // Enter presses the first button of a form.
    expect(html.indexOf('>Send<')).toBeLessThan(html.indexOf('>Save as a template<'));
    const { name: _, ...parameters } = NEWS;
    const typed = { url: '', lifetime: 'never', utm_seen: '', ...parameters, show: '', token: newToken(accountId) };
    const begun = await browser.post('/templates', typed);
    expect(begun.status).toBe(200);
    const fields = fieldsOf(await begun.text(), '/console/templates');
    expect(fields).toMatchObject({ ...parameters, name: '' });
    expect((await browser.post('/templates', { ...fields, name: 'News' })).status).toBe(303);
    expect(await rowsOf(accountId)).toMatchObject([{ name: 'News', query: QUERY }]);
  },
);
