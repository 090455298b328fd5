/** The forms that delete links or end them now, and the bar that undoes it for ten seconds, or longer. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNDO_MS } from '#api/links/scheduled-acts';
import { type Browser, formsIn, newDeveloper, noticeIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const DUE = NOON + UNDO_MS;
const UNDO = '/links/undo';

beforeEach(() => turnTo(NOON));

async function newLinks(browser: Browser, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => freshAlias('undo'));
  for (const alias of codes)
    expect((await browser.post('/links', { url: 'https://example.com/', alias })).status).toBe(303);
  return codes;
}

const readStatuses = (codes: readonly string[]) =>
  Promise.all(codes.map(async (code) => (await createWorld().visit(code)).status));
const undoForms = (html: string) => formsIn(html).filter(({ action }) => action.endsWith(UNDO));
const deleteAll = (browser: Browser, codes: readonly string[], more = {}) =>
  browser.post('/links/selected', { codes: codes.join(' '), change: 'delete', ...more });

describe('a deletion in the console', () => {
  it('leaves the link working and marked for ten seconds, and is carried out by the next page', async () => {
    const { browser } = await newDeveloper(world);
    const [code = '', other = ''] = await newLinks(browser, 2);
    const html = await browser.follow(await browser.post(`/links/${code}/delete`));
    expect(html).toContain(`s.example.com/${code} will be deleted in a few seconds, and works until then.`);
    expect(html.match(/class="row pickable leaving"/g)).toHaveLength(1);
    // The badge stands where the age does, so that the row is as high as before.
    expect(html).toMatch(/class="recent"(?:(?!<li).)*<span class="badge wrong act">Will be deleted</s);
    turnTo(DUE - 1);
    expect(undoForms(await browser.text('/links'))).toHaveLength(1);
    expect(await readStatuses([code, other])).toEqual([302, 302]);
    turnTo(DUE);
    const later = await browser.text('/links');
    expect(later).toContain('Deleted');
    expect([later.includes('leaving'), undoForms(later).length]).toEqual([false, 0]);
    expect(await readStatuses([code, other])).toEqual([410, 302]);
  });

  it('of many links is one deletion, with one button', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const made = await Promise.all([1, 2, 3].map(() => browser.post('/links', { url: 'https://example.com/' })));
    const codes = made.map((one) => (one.headers.get('Location') ?? '').split('/').at(-1) as string);
    const html = await browser.follow(await deleteAll(browser, codes));
    expect(html).toContain('3 links will be deleted in a few seconds, and work until then.');
    expect(undoForms(html)).toHaveLength(1);
    turnTo(DUE);
    await browser.get('/links');
    expect(await readStatuses(codes)).toEqual([410, 410, 410]);
  });

  it('names no link of others, and says that some links were deleted before', async () => {
    const { browser } = await newDeveloper(world);
    const [foreign = ''] = await newLinks((await newDeveloper(world)).browser, 1);
    const [own = ''] = await newLinks(browser, 1);
    const html = await browser.follow(await deleteAll(browser, [own, foreign, '<script>']));
    expect(noticeIn(html)).toBe(`1 of 3 links will be deleted. ${foreign} was deleted before. 1 more was left out.`);
    expect(html).toContain(`/${own} will be deleted`);
    turnTo(DUE);
    await browser.get('/links');
    await world.cron();
    expect(await readStatuses([own, foreign])).toEqual([410, 302]);
  });

  it('has its button on the page of its link too, which offers no second deletion', async () => {
    const { browser } = await newDeveloper(world);
    const [code = '', other = ''] = await newLinks(browser, 2);
    await browser.post(`/links/${code}/delete`);
    const [page, otherPage] = [await browser.text(`/links/${code}`), await browser.text(`/links/${other}`)];
    const deletions = (html: string) => formsIn(html).filter(({ action }) => action.endsWith('/delete'));
    expect([undoForms(page).length, deletions(page).length]).toEqual([1, 0]);
    expect([undoForms(otherPage).length, deletions(otherPage).length]).toEqual([0, 1]);
    expect(page).toContain('data-copy="short"');
  });

  it('applies to an edited link too, and an edit after its ten seconds gets 410', async () => {
    const { browser } = await newDeveloper(world);
    const [code = ''] = await newLinks(browser, 1);
    const forms = formsIn(await browser.text(`/links/${code}`));
    await browser.post(`/links/${code}/delete`);
    const editOld = (fact: string, typed: Record<string, string>) => {
      const path = `/links/${code}/${fact}`;
      const { token: _token, ...old } = forms.find(({ action }) => action.endsWith(path))?.fields ?? {};
      return browser.post(path, { ...old, ...typed });
    };
    expect(await browser.text(`/links/${code}`)).not.toContain('class="change"');
    expect((await editOld('destination', { url: 'https://example.org/' })).status).toBe(303);
    turnTo(DUE);
    expect((await editOld('title', { title: 'Late' })).status).toBe(410);
    expect(await readStatuses([code])).toEqual([410]);
  });

  it('is erased with its account', async () => {
    const { browser, accountId } = await newDeveloper(world);
    await deleteAll(browser, await newLinks(browser, 2));
    await browser.post('/account/delete', { confirmation: 'delete' });
    const rows = env.DB.prepare('SELECT count(*) AS n FROM scheduled_acts WHERE account_id = ?1');
    expect(await rows.bind(accountId).first('n')).toBe(0);
  });
});

describe('“Expire now”', () => {
  it.each([1, 2])('of %i links is undone within ten seconds, and carried out by the next page then', async (count) => {
    const { browser } = await newDeveloper(world);
    const [codes, list] = [await newLinks(browser, count), '/console/links?status=active'];
    const stop = () => browser.post('/links/selected', { codes: codes.join(' '), change: 'stop', list });
    const html = await browser.follow(await stop());
    const subject =
      count === 1 ? `s.example.com/${codes[0]} will expire in a few seconds, and works` : '2 links will expire';
    expect(html).toContain(subject);
    expect(html.match(/>Will expire</g)).toHaveLength(count);
    expect(await readStatuses(codes)).toEqual(codes.map(() => 302));
    expect(await browser.follow(await browser.send('/links', UNDO))).toContain('Undone:');
    turnTo(DUE);
    expect(await browser.text('/links')).not.toContain('>Will expire<');
    expect(await readStatuses(codes)).toEqual(codes.map(() => 302));
    await stop();
    turnTo(DUE + UNDO_MS);
    await browser.get('/links');
    expect(await readStatuses(codes)).toEqual(codes.map(() => 410));
  });

  it('of the page of a link returns to that page, and so does its undo', async () => {
    const { browser } = await newDeveloper(world);
    const [code = ''] = await newLinks(browser, 1);
    const sent = await browser.send(`/links/${code}`, '/links/selected', { change: 'stop' });
    expect(sent.headers.get('Location')).toBe(`/console/links/${code}`);
    const page = await browser.follow(sent);
    // It works until then, so its page has all but a second end.
    expect([undoForms(page).length, page.includes('>Will expire<'), page.includes('Expire now')]).toEqual([
      1,
      true,
      false,
    ]);
    for (const part of ['data-copy="short"', 'class="change"', 'More actions', '/qr/picture'])
      expect(page).toContain(part);
    const undone = await browser.send(`/links/${code}`, UNDO);
    expect(undone.headers.get('Location')).toBe(`/console/links/${code}`);
    expect(await browser.follow(undone)).toContain('Expire now');
  });

  it('leaves the page of an expired link its address to copy, and its deletion', async () => {
    const { browser } = await newDeveloper(world);
    const [code = ''] = await newLinks(browser, 1);
    await browser.send(`/links/${code}`, '/links/selected', { change: 'stop' });
    turnTo(DUE);
    const page = await browser.text(`/links/${code}`);
    for (const part of ['This link expired', 'data-copy="short"', 'More actions', `copy=${code}`])
      expect(page).toContain(part);
    expect(page).not.toContain('Expire now');
    const qr = await browser.get(`/links/${code}/qr`);
    expect([qr.status, await qr.text()]).toEqual([410, expect.stringMatching(/>QR code<\/h1>/)]);
    expect((await browser.send(`/links/${code}`, `/links/${code}/delete`)).status).toBe(303);
    expect(formsIn(await browser.text(`/links/${code}`)).some(({ action }) => action.endsWith('/delete'))).toBe(false);
  });
});

describe('undo', () => {
  it('has the focus, and can be put off ten times, as its bar says at the end, also without script', async () => {
    const { browser } = await newDeveloper(world);
    const codes = await newLinks(browser, 2);
    const html = await browser.follow(await deleteAll(browser, codes));
    expect(html).toMatch(/aria-describedby="undo-delete-\d+" autofocus="">Undo</);
    turnTo(DUE - 1);
    const longer = await browser.follow(await browser.send('/links', UNDO, { answer: 'more' }));
    expect(longer).toContain('2 links will be deleted in about a minute, and work until then.');
    for (let times = 2; times <= 10; times++) {
      turnTo(DUE + (times - 1) * 50_000);
      await browser.send('/links', UNDO, { answer: 'more' });
    }
    const last = await browser.text('/links');
    expect(last).toContain('You have had more time 10 times, which is the most.');
    expect(last).not.toContain('>More time<');
    const again = await browser.follow(await browser.send('/links', UNDO, { answer: 'more' }));
    expect([undoForms(again).length, again.includes('Too late')]).toEqual([1, false]);
    expect(await browser.follow(await browser.send('/links', UNDO))).toContain('Undone:');
    expect(await readStatuses(codes)).toEqual([302, 302]);
    const { token: _token, ...fields } = undoForms(html)[0]?.fields ?? {};
    expect(await browser.follow(await browser.post(UNDO, { ...fields, answer: 'more' }))).toContain('Too late to undo');
  });

  it('keeps all links of a deletion, and returns to the list from which it came', async () => {
    const { browser } = await newDeveloper(world);
    const codes = await newLinks(browser, 3);
    const list = '/links?search=undo-&status=active';
    await deleteAll(browser, codes, { list: `/console${list}` });
    turnTo(DUE - 1);
    const response = await browser.send(list, UNDO);
    expect(response.headers.get('Location')).toBe(`/console${list}`);
    expect(await browser.follow(response)).toContain('Undone:</b> the links stay as they were.');
    turnTo(DUE);
    const html = await browser.text('/links');
    expect([html.includes('leaving'), undoForms(html).length]).toEqual([false, 0]);
    expect(await readStatuses(codes)).toEqual([302, 302, 302]);
  });

  it.each([1, 2])('says that links stay deleted if %i of two were deleted by the API meanwhile', async (count) => {
    const { browser, accountId } = await newDeveloper(world);
    const codes = await newLinks(browser, 2);
    await deleteAll(browser, codes);
    const { key } = await world.newKey('PRO', { accountId });
    for (const code of codes.slice(0, count))
      expect((await world.v2(key, 'DELETE', `/links/${code}`)).status).toBe(204);
    const html = await browser.follow(await browser.send('/links', UNDO));
    expect(html).toContain('Undone in part:</b> links that were deleted elsewhere in the meantime stay deleted.');
    expect(await readStatuses(codes)).toEqual(codes.map((_, n) => (n < count ? 410 : 302)));
  });

  it('does not count a later link under the code of a deleted one', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const [code = ''] = await newLinks(browser, 1);
    await deleteAll(browser, [code]);
    const { key } = await world.newKey('PRO', { accountId });
    await world.v2(key, 'DELETE', `/links/${code}`);
    expect((await world.shorten(key, { url: 'https://example.com/later', alias: code })).status).toBe(201);
    const html = await browser.follow(await browser.send('/links', UNDO));
    expect(html).toContain('stay deleted');
  });

  it('applies to its deletion alone, of two', async () => {
    const { browser } = await newDeveloper(world);
    const [first = '', second = ''] = await newLinks(browser, 2);
    await deleteAll(browser, [first]);
    turnTo(NOON + 1);
    await deleteAll(browser, [second]);
    const forms = undoForms(await browser.text('/links'));
    expect(forms).toHaveLength(2);
    await browser.post(UNDO, forms[1]?.fields);
    turnTo(DUE + 1);
    await browser.get('/links');
    expect(await readStatuses([first, second])).toEqual([410, 302]);
  });

  it.each([
    ['after ten seconds', DUE, [410]],
    ['for the second time', DUE - 1, [302]],
  ])('%s says that it changes nothing', async (_, at, statuses) => {
    const { browser } = await newDeveloper(world);
    const codes = await newLinks(browser, 1);
    await deleteAll(browser, codes);
    const [form] = undoForms(await browser.text('/links'));
    if (at < DUE) await browser.send('/links', UNDO);
    turnTo(at);
    const html = await browser.follow(await browser.post(UNDO, { ...form?.fields, token: `${form?.fields.token}` }));
    expect(html).toContain('Too late to undo');
    expect(await readStatuses(codes)).toEqual(statuses);
  });

  it.each(['', 'soon', '1e9', '-1', '9'.repeat(400)])('of the due time "%s" is refused', async (due) => {
    const { browser } = await newDeveloper(world);
    expect((await browser.post(UNDO, { act: 'delete', due })).status).toBe(400);
  });

  it('of a deletion leaves the end that was asked for before, with an undo of its own', async () => {
    const { browser } = await newDeveloper(world);
    const [code = ''] = await newLinks(browser, 1);
    await browser.send(`/links/${code}`, '/links/selected', { change: 'stop' });
    turnTo(NOON + 1);
    await browser.post(`/links/${code}/delete`);
    const page = await browser.text(`/links/${code}`);
    expect([page.includes('>Will be deleted<'), page.includes('>Will expire<')]).toEqual([true, false]);
    const deletion = undoForms(page).find(({ fields }) => fields.act === 'delete');
    expect(undoForms(page)).toHaveLength(2);
    const { token: _token, ...fields } = deletion?.fields ?? {};
    expect(await browser.follow(await browser.post(UNDO, fields))).toContain('>Will expire<');
    turnTo(DUE);
    await browser.get('/links');
    expect(await readStatuses([code])).toEqual([410]);
    expect(await browser.text(`/links/${code}`)).toContain('Set a new expiry');
  });

  it('does not reach a deletion of another account', async () => {
    const { browser } = await newDeveloper(world);
    const codes = await newLinks(browser, 1);
    await deleteAll(browser, codes);
    await (await newDeveloper(world)).browser.post(UNDO, { act: 'delete', due: `${DUE}` });
    turnTo(DUE);
    await browser.get('/links');
    expect(await readStatuses(codes)).toEqual([410]);
  });
});
