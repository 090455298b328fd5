/** The pages and forms of tags. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Browser, newDeveloper, newToken, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { fillTags } from '#testkit/tags';
import { FULL_MONTH, setCount } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();

/** Makes a developer with a link of each list of tags. @returns the browser, the account and the codes of the links */
async function withLinks(...lists: string[]) {
  const { browser, accountId } = await newDeveloper(world);
  const codes = lists.map(() => freshAlias('tagged'));
  for (const [n, tags] of lists.entries()) {
    const made = await browser.post('/links', { url: 'https://example.com/', alias: codes[n] ?? '', tags });
    expect(made.status).toBe(303);
  }
  return { browser, accountId, codes };
}

const makePath = (name: string) => `/tags/${encodeURIComponent(name)}`;
/** The texts of the rows of the table, without markup: the name, the links and the clicks. */
const readRows = (html: string) =>
  [...html.matchAll(/<tr>(<th scope="row">.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replaceAll('</t', ' </t')
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  );

/** The links of a tag's page, each with its clicks and its share. */
const linksOn = (html: string) =>
  [...html.matchAll(/<span class="to">.*?href="\/console\/links\/([^"]*)".*?<td[^>]*>(.*?)<.*?<td[^>]*>(.*?)</g)].map(
    ([, ...row]) => row,
  );

/** The names of a link's tags, in their order, as its page has them. */
async function readTagsOf(browser: Browser, code: string): Promise<string[]> {
  const html = await browser.text(`/links/${code}`);
  const own = /<ul class="tags">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
  return [...own.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, name = '']) => name);
}

/** The version and the mark of each link of an account, which a change for visitors would change. */
async function readVersions(accountId: string): Promise<unknown> {
  const select = env.DB.prepare('SELECT code, version, dirty FROM links WHERE account_id = ? ORDER BY code');
  return (await select.bind(accountId).all()).results;
}

describe('the page of tags', () => {
  it('has each tag with its links and their clicks, in the order of the names', async () => {
    turnTo(NOON);
    const { browser, codes } = await withLinks('Spring, ربيع', 'spring');
    await world.visit(codes[0] ?? '');
    const rows = readRows(await browser.text('/tags'));
    expect(rows).toEqual(['Spring 2 links 1 click', 'ربيع 1 link 1 click']);
  });

  it('says how many tags there are, has a bar for tags with clicks only, and leads to each tag', async () => {
    turnTo(NOON);
    const { browser, codes } = await withLinks('Spring', 'ربيع');
    const before = await browser.text('/tags');
    expect(before).toContain('<p><span id="count">2 tags</span>. ');
    expect(before).not.toContain('<progress');
    await world.visit(codes[0] ?? '');
    const html = await browser.text('/tags');
    expect(html.match(/<progress[^>]*>/g)).toEqual(['<progress aria-hidden="true" value="1" max="1">']);
    expect(html).toContain(`href="/console${makePath('ربيع')}"`);
  });

  it('has no clicks while the statistics do not respond', async () => {
    const { accountId } = await withLinks('Spring');
    const broken = createWorld({ STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())) });
    const rows = readRows(await (await signedIn(broken, accountId)).text('/tags'));
    expect(rows).toEqual(['Spring 1 link – clicks']);
  });

  it('sorts names as people count, and tags by their links and clicks', async () => {
    turnTo(NOON);
    const { browser, codes } = await withLinks('Week 10', 'Week 2, Week 1', 'Week 1');
    await world.visit(codes[0] ?? '');
    const namesOf = async (query: string) =>
      readRows(await browser.text(`/tags${query}`)).map((row) => row.replace(/ \d+ links?.*$/, ''));
    expect(await namesOf('')).toEqual(['Week 1', 'Week 2', 'Week 10']);
    expect(await namesOf('?sort=links')).toEqual(['Week 1', 'Week 2', 'Week 10']);
    expect(await namesOf('?sort=clicks')).toEqual(['Week 10', 'Week 1', 'Week 2']);
    expect(await namesOf('?sort=name&search=WEEK%201')).toEqual(['Week 1', 'Week 10']);
    expect(await browser.text('/tags?search=none')).toContain('No tag has this in its name.');
    expect(await browser.text('/tags?search=week')).toContain('3 tags found');
  });

  it('is one of several where an account has very many, and shows each tag once', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const empty = await browser.text('/tags');
    expect(empty).toContain('No tags yet');
    expect(empty).toContain('href="/console/new-link">New link with a tag<');
    await fillTags(accountId, 120);
    const seen: string[] = [];
    for (let path: string | undefined = '/tags'; path !== undefined; ) {
      const html: string = await browser.text(path);
      expect(readRows(html).length).toBeLessThanOrEqual(50);
      seen.push(...readRows(html));
      path = /href="\/console(\/tags\?[^"]*)">Next/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  });
});

describe('a tag', () => {
  it('shows its links once, the most clicked first, and those without clicks after them', async () => {
    turnTo(NOON);
    const { browser, codes } = await withLinks('Spring', 'Spring', 'Spring', 'Summer');
    const [few = '', none = '', many = '', other = ''] = codes;
    for (const code of [few, many, many]) await world.visit(code);
    const page = await browser.text(makePath('Spring'));
    expect(page).toContain('<p>3 links</p>');
    expect(linksOn(page)).toEqual([
      [many, '2', '67%'],
      [few, '1', '33%'],
      [none, '0', '0%'],
    ]);
    const unclicked = await browser.text(makePath('Summer'));
    expect(unclicked).toContain('No link with this tag has been clicked yet.');
    // Without clicks there are no figures.
    expect([linksOn(unclicked), unclicked.includes(`href="/console/links/${other}"`)]).toEqual([[], true]);
    expect(unclicked).not.toContain('<table class="ranking"');
  });

  it('with many clicked links says nothing of its others, and leads to all', async () => {
    turnTo(NOON);
    const { browser, codes } = await withLinks(...Array(18).fill('Spring'));
    for (const code of codes.slice(0, 17)) await world.visit(code);
    const page = await browser.text(makePath('Spring'));
    expect(linksOn(page)).toHaveLength(16);
    expect(page).not.toContain(`/console/links/${codes[17]}"`);
    expect(page).toContain('<a href="/console/links?tag=Spring&amp;sort=clicks">See all links</a>');
  });

  it('gets another name and colour, which its links have at once', async () => {
    const { browser, codes } = await withLinks('Spring');
    const response = await browser.send(makePath('spring'), `${makePath('Spring')}/change`, {
      name: ' صيف ',
      color: 'teal',
    });
    expect(response.headers.get('Location')).toBe(`/console${makePath('صيف')}#title`);
    expect(await browser.follow(response)).toContain('The tag is changed.');
    const link = await browser.text(`/links/${codes[0]}`);
    expect(link).toContain('<span class="tag teal"><bdi>صيف</bdi></span>');
    await browser.post(`${makePath('صيف')}/change`, { name: 'صيف', color: '' });
    expect(await browser.text('/tags')).toContain('<span class="dot"></span><bdi>صيف</bdi>');
  });

  it.each(['50% / "off" <b>?#&', '🌱 ربيع', "it's (a) tag!", '%2F', '…'])(
    'with the name %s is found, renamed and deleted',
    async (name) => {
      const { browser, codes } = await withLinks(name);
      const page = /href="\/console(\/tags\/[^"]*)"/.exec(await browser.text('/tags'))?.[1]?.replaceAll('&#39;', "'");
      await browser.send(page ?? '', `${page}/change`, { name: `${name}+`, color: 'red' });
      const deleted = await browser.send(makePath(`${name}+`), `${makePath(`${name}+`)}/delete`);
      expect(await browser.follow(deleted)).toContain('No tags yet');
      expect(await browser.text(`/links/${codes[0]}`)).not.toMatch(/class="tag[ "]/);
    },
  );

  it('does not take the name of another tag, but another spelling of its own', async () => {
    const { browser } = await withLinks('Spring, Summer');
    const empty = await (await browser.post(`${makePath('Spring')}/change`, { name: '', color: 'red' })).text();
    expect(empty).toContain('Enter a name.');
    expect(empty).toMatch(/name="name"[^>]* value=""/);
    const refused = await browser.post(`${makePath('Spring')}/change`, { name: 'SUMMER', color: 'red' });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('Another tag of the account has this name.');
    expect(html).toContain('value="SUMMER"');
    expect((await browser.post(`${makePath('Spring')}/change`, { name: 'SPRING', color: '' })).status).toBe(303);
    expect(readRows(await browser.text('/tags')).join()).toMatch(/SPRING.*Summer/);
  });

  it('is merged into the one whose name it asks for: links with both keep one, and all keep their order', async () => {
    turnTo(NOON);
    const { browser, accountId, codes } = await withLinks(
      'first, Spring, last',
      'Summer, x, Spring',
      'Spring, x, Summer',
      'Summer',
      'x',
    );
    for (const code of codes.slice(0, 2)) await world.visit(code);
    const before = await readVersions(accountId);
    expect(await browser.text(makePath('Spring'))).not.toContain('Merge into');
    const asked = await browser.post(`${makePath('Spring')}/change`, { name: 'summer', color: '' });
    const html = await asked.text();
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
      'Or merge the two: 3 links with the tag Spring get the tag Summer in its place, and Spring is gone.',
    );
    expect(html).toContain('<button class="quiet" type="submit" name="into" value="Summer">');
    const sent = { into: 'Summer', token: newToken(accountId) };
    for (const again of [sent, sent]) {
      const merged = await browser.post(`${makePath('Spring')}/merge`, again);
      expect(merged.headers.get('Location')).toBe(`/console${makePath('Summer')}#title`);
      expect(await browser.follow(merged)).toContain('The tags are merged.');
    }
    expect(await Promise.all(codes.map((code) => readTagsOf(browser, code)))).toEqual([
      ['first', 'Summer', 'last'],
      ['Summer', 'x'],
      ['Summer', 'x'],
      ['Summer'],
      ['x'],
    ]);
    expect(readRows(await browser.text('/tags'))).toEqual([
      'first 1 link 1 click',
      'last 1 link 1 click',
      'Summer 4 links 2 clicks',
      'x 3 links 1 click',
    ]);
    expect(await readVersions(accountId)).toEqual(before);
    expect((await browser.get(makePath('Spring'))).status).toBe(404);
  });

  it('is not merged into itself, one that is gone, or one of another account', async () => {
    const { browser } = await withLinks('Spring, Summer');
    await withLinks('Autumn');
    for (const into of ['SPRING', 'Autumn', '']) {
      const refused = await browser.post(`${makePath('Spring')}/merge`, { into });
      expect([into, refused.status]).toEqual([into, 409]);
      expect(await refused.text()).toContain('The tags are not merged');
    }
    const own = await browser.post(`${makePath('Spring')}/change`, { name: 'spring', color: 'red' });
    expect(own.status).toBe(303);
    expect(readRows(await browser.text('/tags'))).toHaveLength(2);
  });

  it('loses no link that gets it, is edited or deleted while it is merged', async () => {
    turnTo(NOON);
    const { browser, codes } = await withLinks('Spring, x', 'Spring', 'Summer', 'Spring');
    const aliases = Array.from({ length: 10 }, () => freshAlias('beside'));
    const [edited = '', deleted = '', , kept = ''] = codes;
    const [merged, ...others] = await Promise.all([
      browser
        .send(makePath('Spring'), `${makePath('Spring')}/change`, { name: 'Summer' })
        .then(() => browser.post(`${makePath('Spring')}/merge`, { into: 'Summer' })),
      ...aliases.map((alias) => browser.post('/links', { url: 'https://example.com/', alias, tags: 'Spring' })),
      browser.post('/links/selected', { codes: edited, change: 'tag', tags: 'y' }),
      browser.post(`/links/${deleted}/delete`),
    ]);
    expect([merged, ...others].map((response) => response?.status)).not.toContain(500);
    const names = await Promise.all([...aliases, kept].map((alias) => readTagsOf(browser, alias)));
    for (const [name] of names.slice(0, -1)) expect(['Spring', 'Summer']).toContain(name);
    expect(names.at(-1)).toEqual(['Summer']);
    expect(await readTagsOf(browser, edited)).toEqual(['Summer', 'x', 'y']);
    // The rows by which lists find the links of a tag say the same as the links.
    const wrong = await env.DB.prepare(
      `SELECT * FROM (SELECT tag.value, code FROM link_details, json_each(tags) AS tag JOIN tags ON tags.id = tag.value
        EXCEPT SELECT tag_id, code FROM link_tags) UNION ALL SELECT * FROM (SELECT tag_id, code FROM link_tags
        JOIN tags ON tags.id = tag_id EXCEPT SELECT tag.value, code FROM link_details, json_each(tags) AS tag)`,
    ).all();
    expect(wrong.results).toEqual([]);
  });

  it('with more links than one merge moves is merged in part, says so, and is gone the next time', async () => {
    turnTo(NOON);
    const { browser, accountId } = await withLinks('Spring', 'Summer');
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49999)
      INSERT INTO link_tags (tag_id, created_at, code, link_id)
      SELECT (SELECT id FROM tags WHERE account_id = ? AND key = 'spring'), i, 'f' || i, 'f' || i FROM n`,
    )
      .bind(accountId)
      .run();
    const asked = await browser.post(`${makePath('Spring')}/change`, { name: 'Summer', color: '' });
    expect((await asked.text()).replaceAll(/<[^>]*>/g, '')).toContain('more than 10,000 links with the tag Spring');
    const count = (key: string) =>
      env.DB.prepare(
        'SELECT count(*) AS n FROM link_tags WHERE tag_id = (SELECT id FROM tags WHERE account_id = ? AND key = ?)',
      )
        .bind(accountId, key)
        .first('n');
    const first = await browser.post(`${makePath('Spring')}/merge`, { into: 'Summer' });
    expect(await browser.follow(first)).toContain('The tags are merged in part.');
    expect([await count('spring'), await count('summer')]).toEqual([1, 50_001]);
    const second = await browser.post(`${makePath('Spring')}/merge`, { into: 'Summer' });
    expect(second.headers.get('Location')).toBe(`/console${makePath('Summer')}#title`);
    expect([await count('spring'), await count('summer')]).toEqual([0, 50_002]);
  });

  it.each([
    ['Enter a name.', { name: '', color: '' }],
    ['Use one line', { name: 'a\nb', color: '' }],
    ['Use one line', { name: 'x'.repeat(51), color: '' }],
    ['Use one line', { name: '..', color: '' }],
    ['Choose a colour', { name: 'Spring', color: 'toString' }],
  ])('is refused with the error: %s (%o)', async (words, fields) => {
    const { browser } = await withLinks('Spring');
    const response = await browser.post(`${makePath('Spring')}/change`, fields);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(words);
    expect(readRows(await browser.text('/tags'))).toHaveLength(1);
  });

  it('of another account, and one that was deleted, get 404', async () => {
    const { browser } = await withLinks('Spring');
    const { browser: stranger } = await withLinks('Summer');
    expect((await stranger.get(makePath('Spring'))).status).toBe(404);
    expect((await stranger.post(`${makePath('Spring')}/delete`)).status).toBe(404);
    await browser.post(`${makePath('Spring')}/delete`);
    for (const path of ['change', 'merge', 'delete'])
      expect((await browser.post(`${makePath('Spring')}/${path}`, { name: 'Spring', color: '' })).status).toBe(404);
    expect((await browser.get(makePath('Spring'))).status).toBe(404);
  });

  it('stays as it is while the quota of the month is used up', async () => {
    const { browser, accountId } = await withLinks('Spring');
    await setCount(`console:${accountId}`, FULL_MONTH);
    for (const path of ['change', 'merge', 'delete']) {
      const response = await browser.post(`${makePath('Spring')}/${path}`, { name: 'Summer', color: '' });
      expect(await response.text()).toContain('Monthly API call limit reached');
    }
    expect(readRows(await browser.text('/tags')).join()).toContain('Spring');
  });
});
