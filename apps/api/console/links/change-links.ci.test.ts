/** The form that changes the selected links of the list. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '#api/links/scheduled-acts';
import { PLAN_LIMITS } from '#domain/plans';
import { type Browser, formsIn, newDeveloper, noticeIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias, type World } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const FORM = '/links/selected';

const hasNew = (html: string): boolean => html.includes('tag=new"');

async function newLinks(browser: Browser, count: number, fields: Record<string, string> = {}): Promise<string[]> {
  const codes = Array.from({ length: count }, () => freshAlias('many'));
  for (const alias of codes)
    expect((await browser.post('/links', { url: 'https://example.com/', alias, ...fields })).status).toBe(303);
  return codes;
}

const readStatuses = (codes: readonly string[], here: World = world) =>
  Promise.all(codes.map(async (code) => (await here.visit(code)).status));

/** Lets the time pass in which what is scheduled can be undone. */
async function carryOut(): Promise<void> {
  turnTo(NOON + UNDO_MS);
  await world.cron();
}

/** The links whose boxes a page has ticked, or sends along. */
const selectedIn = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*name="codes"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => / checked|type="hidden"/.test(tag))
    .map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');

const select = (codes: readonly string[]) => ({ codes: codes.join(' ') });

it('the selected links count in the window of bulk calls of the account: beyond it none is changed', async () => {
  turnTo(NOON);
  const { browser, accountId } = await newDeveloper(world, 'INDIE');
  const codes = await newLinks(browser, 2);
  const meter = env.ADDRESSES.getByName(`bulk:${accountId}`);
  const limit = PLAN_LIMITS.INDIE.bulkLinksPerMinute;
  await meter.admit(limit, { amount: limit - 3 });
  expect((await browser.post(FORM, { ...select(codes), change: 'stop' })).status).toBe(303);
  for (const change of ['never', 'delete']) {
    const refused = await browser.post(FORM, { ...select(codes), change });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await refused.text()).toContain('Too many links in bulk');
  }
  await carryOut();
  expect(await readStatuses(codes, createWorld())).toEqual([410, 410]);
});

describe('the selected links', () => {
  it('expire now, on every plan, and the others stay', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world, 'FREE');
    const made = await Promise.all(
      Array.from({ length: 3 }, () => browser.post('/links', { url: 'https://example.com/' })),
    );
    const codes = made.map((one) => (one.headers.get('Location') ?? '').split('/').at(-1) as string);
    const response = await browser.post(FORM, { ...select(codes.slice(0, 2)), change: 'stop' });
    expect(await browser.follow(response)).toContain('2 links will expire');
    await carryOut();
    expect(await readStatuses(codes, createWorld())).toEqual([410, 410, 302]);
  });

  it('get a new end, or none', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const codes = await newLinks(browser, 2);
    const extended = await browser.post(FORM, { ...select(codes), change: 'extend', expiresIn: '2', unit: '3600' });
    expect(noticeIn(await browser.follow(extended))).toMatch(/^2 links have a new end: 15 Jun 2031, 14:00/);
    for (const code of codes) expect(await browser.text(`/links/${code}`)).toContain('2031-06-15T14:00');
    const never = await browser.post(FORM, { ...select(codes), change: 'never', expiresIn: '5', unit: '3600' });
    expect(noticeIn(await browser.follow(never))).toBe('2 links no longer expire.');
    for (const code of codes) expect(await browser.text(`/links/${code}`)).not.toContain('<dt>Expires</dt>');
  });

  it('are read from boxes of one name, and the browser returns to the list that it came from', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const codes = await newLinks(browser, 2);
    const list = '/links?search=many-&status=active';
    const shown = formsIn(await browser.text(list)).find(({ action }) => action.endsWith(FORM))?.fields ?? {};
    expect(shown?.list).toBe('/console/links?search=many-&status=active');
    const response = await browser.post(FORM, { ...shown, codes, change: 'stop' });
    expect(response.headers.get('Location')).toBe('/console/links?search=many-&status=active');
    await carryOut();
    expect(await readStatuses(codes, createWorld())).toEqual([410, 410]);
  });

  it('get tags beside their own, and lose tags', async () => {
    const { browser } = await newDeveloper(world);
    const [one = '', two = '', other = ''] = await newLinks(browser, 3, { tags: 'Own' });
    const tagsOf = async (code: string) =>
      [...(await browser.text(`/links/${code}`)).matchAll(/tag=[^"]*"><span class="tag"><bdi>([^<]*)</g)].map(
        ([, name]) => name,
      );
    const added = await browser.post(FORM, { ...select([one, two]), change: 'tag', tags: 'ربيع, "a, b", 🌱' });
    expect(noticeIn(await browser.follow(added))).toBe('3 tags added to 2 links.');
    for (const code of [one, two]) expect(await tagsOf(code)).toEqual(['Own', 'ربيع', 'a, b', '🌱']);
    expect(await tagsOf(other)).toEqual(['Own']);
    const removed = await browser.post(FORM, { ...select([one, other]), change: 'untag', tags: 'own, 🌱' });
    expect(noticeIn(await browser.follow(removed))).toBe('Tags own and 🌱 removed from 2 links.');
    expect(await Promise.all([one, two, other].map(tagsOf))).toEqual([
      ['ربيع', 'a, b'],
      ['Own', 'ربيع', 'a, b', '🌱'],
      [],
    ]);
  });

  it('get the tags that were chosen, beside those that were typed', async () => {
    const { browser } = await newDeveloper(world);
    const names = ['50% off', 'a, "b" +c', 'ربيع 🌱'];
    const [one = ''] = await newLinks(browser, 1, { tags: '50% off, "a, ""b"" +c", ربيع 🌱' });
    const [two = ''] = await newLinks(browser, 1);
    const html = await browser.text('/links');
    const picked = [...html.matchAll(/name="picked" value="([^"]*)"/g)].map(([, value = '']) => value);
    await browser.post(FORM, { ...select([two]), change: 'tag', picked: picked.join(' '), tags: 'typed, 50% OFF' });
    for (const name of names) expect(await browser.text(`/links?tag=${encodeURIComponent(name)}`)).toContain(two);
    expect(await browser.text('/links?tag=typed')).toContain(two);
    await browser.post(FORM, { ...select([one]), change: 'untag', picked: picked[0] ?? '' });
    expect(await browser.text('/links?tag=50%25+off')).not.toContain(one);
  });

  it('get no tag if the account would have too many, and the form says so beside its field', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const [code = ''] = await newLinks(browser, 1);
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO tags (id, account_id, key, name) SELECT ?1 || i, ?1, 't' || i, 't' || i FROM n`,
    )
      .bind(accountId)
      .run();
    const refused = await browser.post(FORM, { ...select([code]), change: 'tag', tags: 'one more' });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('id="links-selected-tags-error"');
    const response = await browser.post(FORM, { ...select([code]), change: 'tag', tags: 't1' });
    expect(noticeIn(await browser.follow(response))).toBe('Tag t1 added to 1 link.');
  });

  it('that cannot have the tags stay as they are, and the others get them', async () => {
    const { browser } = await newDeveloper(world);
    const twenty = Array.from({ length: 20 }, (_, n) => `t${n}`).join(', ');
    const [full = ''] = await newLinks(browser, 1, { tags: twenty });
    const [empty = ''] = await newLinks(browser, 1);
    const response = await browser.post(FORM, { ...select([full, empty]), change: 'tag', tags: 'new' });
    const html = await browser.follow(response);
    expect(noticeIn(html)).toBe(`1 of 2 links is changed. ${full} would have more than 20 tags.`);
    expect(html).toContain(`<a href="/console/links/${full}">${full}</a> would have`);
    expect(html).toMatch(/class="alert wait"[^>]*data-once/);
    expect(selectedIn(html)).toEqual([full]);
    expect(selectedIn(await browser.text('/links'))).toEqual([]);
    expect([await browser.text(`/links/${full}`), await browser.text(`/links/${empty}`)].map(hasNew)).toEqual([
      false,
      true,
    ]);
    const none = await browser.post(FORM, { ...select([full]), change: 'tag', tags: 'new' });
    expect(noticeIn(await browser.follow(none))).toBe(`The link was left out. ${full} would have more than 20 tags.`);
  });

  it.each([
    ['Choose or type a tag.', { codes: 'x', change: 'tag', tags: ' , ', picked: '' }],
    ['Choose or type a tag.', { codes: 'x', change: 'untag' }],
    ['Use at most 20 tags of at most 50 characters each', { codes: 'x', change: 'untag', tags: 'x'.repeat(51) }],
    [
      'Use at most 20 tags of at most 50 characters each',
      { codes: 'x', change: 'tag', tags: 'abcdefghijklmnopqrstu'.split('').join() },
    ],
    ['Use at most 20 tags of at most 50 characters each', { codes: 'x', change: 'tag', picked: '%E0%0'.repeat(20) }],
    ['Select the links', { codes: '', change: 'stop' }],
    ['Select at most 100 links', { codes: Array(101).fill('x').join(' '), change: 'stop' }],
    ['Choose what to do', { codes: 'x', change: 'toString' }],
    ['Enter at least one minute.', { codes: 'x', change: 'extend', expiresIn: '0', unit: '60' }],
    ['Enter how long they last.', { codes: 'x', change: 'extend', expiresIn: ' ', unit: '60' }],
    [
      'Enter a whole number of minutes, up to 5,256,000.',
      { codes: 'x', change: 'extend', expiresIn: 'soon', unit: '60' },
    ],
  ])('are refused with the error: %s', async (words, fields) => {
    const { browser } = await newDeveloper(world);
    await newLinks(browser, 1);
    const response = await browser.post(FORM, fields);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(words);
  });

  it('stay selected on the page of a refused form', async () => {
    const { browser } = await newDeveloper(world);
    const [code = '', other = ''] = await newLinks(browser, 2);
    const response = await browser.post(FORM, { ...select([code]), change: 'extend', expiresIn: 'soon', unit: '60' });
    const html = await response.text();
    const boxOf = (value: string) => new RegExp(`<input[^>]*value="${value}"[^>]*>`).exec(html)?.[0];
    expect(boxOf(code)).toContain('checked');
    expect(boxOf(other)).not.toContain('checked');
  });

  it('of another account, and unknown ones, do not change', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const [foreign = ''] = await newLinks((await newDeveloper(world)).browser, 1);
    const [own = ''] = await newLinks(browser, 1);
    const codes = [own, foreign, 'no-such-link', '<script>'];
    const response = await browser.post(FORM, {
      ...select(codes),
      change: 'stop',
      list: 'https://evil.example/?search=a',
    });
    expect(response.headers.get('Location')).toBe('/console/links?search=a');
    const html = await browser.follow(response);
    expect(noticeIn(html)).toBe(
      `1 of 4 links will expire. ${foreign} and no-such-link were deleted or expired before. 1 more was left out.`,
    );
    await carryOut();
    expect(await readStatuses([own, foreign], createWorld())).toEqual([410, 302]);
  });
});
