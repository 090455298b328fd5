import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { ComparedRange } from '#domain/daily-counts';
import { nameStatistics } from '#domain/edge-entry';
import { newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const FIREFOX = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

/**
 * Makes a developer with a link of the tag Spring that was clicked at these times. The clock then stands at noon of the
 * last day.
 */
async function clickedAt(...moments: string[]) {
  const times = moments.map((moment) => Date.parse(moment));
  turnTo((times[0] ?? 0) - 60_000);
  const { browser, accountId } = await newDeveloper(world);
  const code = freshAlias('counted');
  expect((await browser.post('/links', { url: 'https://example.com/', alias: code, tags: 'Spring' })).status).toBe(303);
  for (const time of times) {
    turnTo(time);
    expect((await world.visit(code, { headers: FIREFOX })).status).toBe(302);
  }
  return {
    accountId,
    code,
    pages: ['/statistics', `/links/${code}`, '/tags/Spring'],
    browser: await signedIn(world, accountId),
  };
}

const readFigure = (html: string) =>
  /Clicks<\/dt><dd class="number">(.*?)<\/div>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ' ');

/** The clicks of a page's range, with their change to the period before. */
const clicksOn = (html: string) => readFigure(html)?.replaceAll(/\s+/g, ' ').trim();

const captionsOn = (html: string) =>
  [...html.matchAll(/<dd class="soft small">(.*?)<\/dd>/g)].map(([, caption]) => caption);

/** The range that the head of a page's chart names. */
const rangeOn = (html: string) => /data-readout="true">(.*?)</.exec(html)?.[1];

const listParts = (html: string) => [...html.matchAll(/data-part="(\w+)"/g)].map(([, name]) => name);

/** The days of a page's table, with their clicks. */
const daysOn = (html: string) =>
  [...html.matchAll(/<th scope="row">(\d{4}-\d\d-\d\d)<\/th><td class="end">(\d+)</g)].map(
    ([, day, n]) => `${day}: ${n}`,
  );

describe('the statistics of the account, a link and a tag', () => {
  it('have the days of the chosen zone, which the browser keeps', async () => {
    const { browser, pages } = await clickedAt('2031-06-14T22:30:00Z', '2031-06-15T08:00:00Z');
    for (const page of pages) expect(daysOn(await browser.text(page))).toEqual(['2031-06-15: 1', '2031-06-14: 1']);
    expect(await browser.text('/statistics')).toContain('data-refresh="zone"');
    const chosen = await browser.get('/statistics?tz=Europe/Berlin');
    expect(chosen.headers.get('Set-Cookie')).toMatch(/console-zone=Europe%2FBerlin; Max-Age=31536000;.*HttpOnly/);
    for (const page of pages) {
      const html = await browser.text(page);
      expect(daysOn(html)).toEqual(['2031-06-15: 2']);
      expect(html).toContain('data-refresh="on"');
    }
  });

  it('say which figures are by UTC days, where the zone has other days than UTC', async () => {
    const { browser, pages } = await clickedAt('2031-01-15T08:00:00Z');
    for (const page of pages) {
      for (const zone of ['UTC', 'Europe/London'])
        expect(await browser.text(`${page}?tz=${zone}`)).not.toContain('UTC days');
      expect(await browser.text(`${page}?tz=America/Los_Angeles`)).toContain(
        'Clicks are by days of Los Angeles time. All other figures are by UTC days, up to now.',
      );
      expect(await browser.text(`${page}?start=2031-01-10&end=2031-01-13`)).toContain(
        'All other figures are by UTC days.',
      );
    }
  });

  it('keep UTC days for every figure but the clicks, if the range ended earlier', async () => {
    const { browser, code } = await clickedAt('2031-06-14T22:46:00-07:00', '2031-06-16T12:00:00-07:00');
    const ended = '?start=2031-06-14&end=2031-06-14&tz=America/Los_Angeles';
    expect(clicksOn(await browser.text(`/links/${code}${ended}`))).toMatch(/^1 /);
    const csv = async (days: string) =>
      (await browser.text(`/links/${code}/csv${days}&grouping=browser`)).split('\r\n')[1];
    expect(await csv(ended)).toBe('');
    expect(await csv('?start=2031-06-15&end=2031-06-15')).toBe('browser,Firefox,1');
  });

  it('have a message for an unknown zone and for wrong days, and show thirty days', async () => {
    const { browser, pages } = await clickedAt('2031-06-15T08:00:00Z');
    for (const page of pages) {
      const unknown = await browser.get(`${page}?tz=Mars/Olympus`);
      expect([unknown.status, unknown.headers.get('Set-Cookie')]).toEqual([400, null]);
      expect(await unknown.text()).toContain('Please name a zone like Europe/Berlin.');
      const wrong = await browser.get(`${page}?start=2031-06-15&end=2031-06-01`);
      expect(wrong.status).toBe(400);
      const html = await wrong.text();
      expect(html).toContain('The last day must not be before the first.');
      // The fragment of the address must lead nowhere, or the browser takes the focus away from the field.
      expect(html).toMatch(/<input id="end"[^>]* autofocus/);
      expect(html).not.toContain('id="figures"');
    }
  });

  it('compare the clicks with those of as many days before, where these are stored', async () => {
    const { browser, pages } = await clickedAt(
      '2031-06-06T12:00:00Z',
      '2031-06-07T12:00:00Z',
      ...Array(3).fill('2031-06-15T12:00:00Z'),
    );
    for (const page of pages) {
      expect(clicksOn(await browser.text(`${page}?days=7`))).toBe('3 +50% 2 in the previous 7 days');
      const own = await browser.text(`${page}?start=2031-06-06&end=2031-06-07`);
      expect(own).toMatch(/aria-current="true">6\s*–\s*7 Jun 2031 ?<span class="unseen">/u);
      expect(clicksOn(own)).toBe('2 None in the previous 2 days');
      expect(clicksOn(await browser.text(`${page}?days=365`))).toBe('5 First click on 6 Jun 2031');
    }
  });

  it('show one day by hours of the zone, with a CSV of them', async () => {
    const { browser, pages } = await clickedAt('2031-06-14T22:50:00Z', '2031-06-15T08:10:00Z', '2031-06-15T08:50:00Z');
    for (const page of pages) {
      const html = await browser.text(`${page}?days=today&tz=Europe/Berlin`);
      expect(html).toContain('aria-label="Clicks by hour"');
      expect(html).toContain('>This month</a>');
      expect(html).toContain('<title>10:00 – 11:00: 2 clicks so far</title>');
      expect(html).toContain('<title>00:00 – 01:00: 1 click</title>');
      expect(html).toContain('<dt>Busiest hour</dt><dd class="number">10:00</dd>');
      const csv = await browser.get(`${page}/csv?grouping=hour&days=today&tz=Europe/Berlin`);
      expect(csv.headers.get('Content-Disposition')).toContain('"swiftlet-hour-2031-06-15-2031-06-15.csv"');
      expect(await csv.text()).toBe('grouping,value,clicks\r\nhour,2031-06-15 00:00,1\r\nhour,2031-06-15 10:00,2\r\n');
      expect(clicksOn(await browser.text(`${page}?days=yesterday&tz=UTC`))?.slice(0, 1)).toBe('1');
    }
  });

  it('have the card of the chosen grouping, and a CSV of each', async () => {
    const { browser, pages, code } = await clickedAt('2031-06-15T08:00:00Z', '2031-06-15T08:00:01Z');
    for (const page of pages) {
      const html = await browser.text(`${page}?technology=os`);
      expect(html).toContain('<caption class="unseen">OS</caption>');
      expect(html).not.toContain('<caption class="unseen">Browsers</caption>');
      const csv = await browser.get(`${page}/csv?grouping=os&days=7`);
      expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(csv.headers.get('Content-Disposition')).toBe(
        'attachment; filename="swiftlet-os-2031-06-09-2031-06-15.csv"',
      );
      expect(await csv.text()).toBe('grouping,value,clicks\r\nos,Linux,2\r\n');
      expect((await browser.get(`${page}/csv?grouping=tag`)).status).toBe(404);
    }
    const other = (await newDeveloper(world)).browser;
    expect((await other.get(`/links/${code}/csv?grouping=day`)).status).toBe(404);
    expect((await other.get('/tags/Spring/csv?grouping=day')).status).toBe(404);
  });

  it('have captions of one line, and the totals of all time only where the range leaves some out', async () => {
    const { browser, pages } = await clickedAt('2031-06-06T12:00:00Z', '2031-06-15T08:00:00Z');
    for (const page of pages) {
      const whole = await browser.text(page);
      expect(captionsOn(whole)).toEqual(['First click on 6 Jun 2031', 'Once a day each', 'Best day: 1', '', '']);
      expect(whole).not.toContain('All time');
      const part = await browser.text(`${page}?start=2031-06-15&end=2031-06-15`);
      expect(captionsOn(part)[0]).toBe('None on the previous day');
      expect(part).toContain('All time: 2 clicks');
      expect(part).toMatch(/Last click <time [^>]*title="15 Jun 2031, 08:00 UTC">just now</);
    }
  });

  it('begin the chart of an offered range with the first click, but with seven days at least', async () => {
    const { browser, pages } = await clickedAt('2031-06-06T12:00:00Z', '2031-06-15T08:00:00Z');
    for (const page of pages) {
      expect(rangeOn(await browser.text(page))).toMatch(/^6 – 15 Jun 2031, UTC · (created|first click) on 6 Jun 2031$/);
      expect(rangeOn(await browser.text(`${page}?start=2031-06-01&end=2031-06-15`))).toBe('1 – 15 Jun 2031, UTC');
    }
    const young = await clickedAt('2031-06-15T08:00:00Z');
    const html = await young.browser.text('/statistics');
    expect(rangeOn(html)).toBe('9 – 15 Jun 2031, UTC · first click on 15 Jun 2031');
    expect(captionsOn(html)[2]).toBe('Since 15 Jun');
  });

  it('have the links below the chart: in the account beside the referrers, on a tag above them', async () => {
    const { browser, pages } = await clickedAt('2031-06-15T08:00:00Z');
    const [account, link, tag] = await Promise.all(pages.map(async (page) => listParts(await browser.text(page))));
    expect(account).toEqual(['range', 'days', 'top', 'referrer', 'places', 'technology', 'language']);
    expect(link).toEqual(['range', 'days', 'referrer', 'technology', 'places']);
    expect(tag).toEqual(['range', 'days', 'top', 'referrer', 'technology', 'places']);
  });

  it('have the daily visitors of the range, and those of all time beneath', async () => {
    const { browser, pages } = await clickedAt('2031-06-06T12:00:00Z', '2031-06-14T12:00:00Z', '2031-06-15T08:00:00Z');
    for (const page of pages) {
      const html = await browser.text(`${page}?days=7`);
      expect(html).toContain('<dt>Unique visitors</dt><dd class="number">2</dd>');
      expect(html).toContain('All time: 3 clicks, 3 unique visitors');
    }
  });
});

describe('a filter of the statistics', () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1';
  /** The words of the set filters, and where each leads that takes it away. */
  const chipsOn = (html: string) =>
    [...html.matchAll(/<a href="([^"]*)"><span class="unseen">Remove filter <\/span><bdi>(.*?)<\/bdi>/g)].map(
      ([, address = '', words]) => [words, address.replaceAll('&amp;', '&')],
    );
  const rowsOf = (html: string, title: string) =>
    [
      ...(html.split(`<caption class="unseen">${title}</caption>`)[1]?.split('</table>')[0] ?? '').matchAll(
        /<bdi>(.*?)<\/bdi>/g,
      ),
    ].map(([, name]) => name);

  it('is a row of any card, counts everything by it, and is taken away by its chip', async () => {
    const { browser, pages, code } = await clickedAt('2031-06-15T08:00:00Z', '2031-06-15T08:00:01Z');
    await world.visit(code, { headers: { 'User-Agent': IPHONE, 'CF-Connecting-IP': '192.0.2.9' } });
    for (const page of pages) {
      const whole = await browser.text(page);
      expect([clicksOn(whole)?.slice(0, 1), chipsOn(whole)]).toEqual(['3', []]);
      const [, row = ''] = /<a class="pick" href="([^"]*)"><bdi>Firefox/.exec(whole) ?? [];
      expect(row).toBe(`/console${page}?days=30&amp;browser=Firefox#figures`);
      const one = await browser.text(`${page}?days=30&browser=Firefox`);
      expect(clicksOn(one)?.slice(0, 1)).toBe('2');
      expect(one).toContain('<dt>Unique visitors</dt><dd class="number">1</dd>');
      const systems = await browser.text(`${page}?days=30&browser=Firefox&technology=os`);
      expect(rowsOf(systems, 'OS')).toEqual(['Linux']);
      expect(systems).toContain('technology=os&amp;browser=Firefox&amp;os=Linux#figures');
      expect(daysOn(one)).toEqual(['2031-06-15: 2']);
      expect(one).not.toMatch(/All time|Last click|Robots/);
      const two = await browser.text(`${page}?days=30&browser=Firefox&os=Linux`);
      expect(chipsOn(two)).toEqual([
        ['Browser: Firefox', `/console${page}?days=30&os=Linux#figures`],
        ['System: Linux', `/console${page}?days=30&browser=Firefox#figures`],
      ]);
      expect(two).toContain('Remove all');
      expect(clicksOn(await browser.text(`${page}?days=30&browser=Firefox&os=iOS`))?.slice(0, 1)).toBe('0');
      const csv = await browser.text(`${page}/csv?grouping=os&days=7&browser=Firefox`);
      expect(csv).toBe('grouping,value,clicks\r\nos,Linux,2\r\n');
    }
    const account = await browser.text('/statistics?days=30&browser=Mobile%20Safari');
    expect(account).toContain(`href="/console/links/${code}?days=30&amp;browser=Mobile+Safari#figures"`);
  });

  it('says from which day on it counts, where the plan does not reach back as far as the range', async () => {
    const { browser, accountId } = await clickedAt('2031-04-01T08:00:00Z', '2031-06-15T08:00:00Z');
    const filtered = '/statistics?days=90&browser=Firefox';
    expect(clicksOn(await browser.text(filtered))?.slice(0, 1)).toBe('2');
    await world.admin('PATCH', `/accounts/${accountId}`, { plan: 'FREE' });
    const html = await browser.text(filtered);
    expect(html).toMatch(/<dt>Bots<\/dt>.*?Not known under a filter/);
    expect(clicksOn(html)?.slice(0, 1)).toBe('1');
    expect(html).toContain('Filtered from 17 May 2031 on');
    expect(await browser.text('/statistics?days=30&browser=Firefox')).not.toContain('Filtered from');
  });
});

describe('the most clicked links', () => {
  /** The links with a bar. A tag also lists others. */
  const linksOn = (html: string) =>
    [...html.matchAll(/<\/rect><\/svg><span class="to">.*?href="\/console\/links\/([^"]*)"/g)].map(([, code]) => code);

  it('are those of the range, of the account and of a tag, and their CSV too', async () => {
    const former = await clickedAt('2031-06-01T12:00:00Z', '2031-06-01T12:00:01Z');
    const code = freshAlias('counted');
    await former.browser.post('/links', { url: 'https://example.com/', alias: code, tags: 'Spring' });
    turnTo(Date.parse('2031-06-15T08:00:00Z'));
    await world.visit(code, { headers: FIREFOX });
    const browser = await signedIn(world, former.accountId);
    for (const page of ['/statistics', '/tags/Spring']) {
      expect(linksOn(await browser.text(`${page}?days=7`))).toEqual([code]);
      expect(linksOn(await browser.text(`${page}?days=30`))).toEqual([former.code, code]);
      const csv = await browser.get(`${page}/csv?grouping=link&days=30`);
      expect(csv.headers.get('Content-Disposition')).toContain('"swiftlet-link-2031-05-17-2031-06-15.csv"');
      const rows = [
        [former.code, 2],
        [code, 1],
      ].map(([one, clicks]) => `link,https://s.example.com/${one},${clicks}\r\n`);
      expect(await csv.text()).toBe(`grouping,value,clicks\r\n${rows.join('')}`);
      expect(linksOn(await browser.text(`${page}?start=2031-06-08&end=2031-06-09`))).toEqual([]);
    }
    expect((await browser.get(`/links/${code}/csv?grouping=link`)).status).toBe(404);
  });

  it('are those of all time where the range has too many days of links to compare', async () => {
    const { accountId, code } = await clickedAt('2031-06-01T12:00:00Z', '2031-06-15T08:00:00Z');
    const real = env.STATISTICS.getByName(nameStatistics(accountId));
    const large = new Proxy(env.STATISTICS, {
      get: () => () => ({ readAccount: (days: ComparedRange, limit: number) => real.readAccount(days, limit) }),
    });
    const browser = await signedIn(createWorld({ STATISTICS: large }), accountId);
    const html = await browser.text('/statistics?days=7');
    expect(linksOn(html)).toEqual([code]);
    expect(html).toContain('of all time');
    const csv = await browser.get('/statistics/csv?grouping=link&days=7');
    expect(csv.headers.get('Content-Disposition')).toContain('"swiftlet-link-all-time.csv"');
  });
});
