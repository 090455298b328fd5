/**
 * Every page of the console fits its window and passes axe, narrow and wide, light and dark, with the longest texts and
 * with none. SCREENSHOTS=<folder> stores a screenshot of each. `npm run test:long` adds what pages become by use.
 */
import type { Page as Tab } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { paintLogo } from '#testkit/logo';
import { makePageCheck } from '#testkit/page-check';
import { makeSignInLink } from '#testkit/tab';

const LONG_NAME = `${'A very long name of a key, '.repeat(4)}`.slice(0, 99).trim();
const LONG_URL =
  `https://a-rather-long-host-name.and-a-longer-one.example.com/${'path-without-any-rest/'.repeat(370)}`.slice(
    0,
    8_192,
  );

const MANY_TAGS = Array.from({ length: 20 }, (_, n) => (n === 7 ? 'x'.repeat(50) : `Campaign ${n}`));

const running = consoleInChromium({ SIGNUP: 'open', CONTACT: 'support@swiftlet.example' });
let tab: Tab;
let checkPage: ReturnType<typeof makePageCheck>;

beforeAll(async () => {
  tab = await (await running.browser.newContext()).newPage();
  checkPage = makePageCheck(tab, running.served.origin);
});

async function signInTo(name: string, plan: string): Promise<string> {
  await tab.context().clearCookies();
  const made = (await (await running.served.admin('POST', '/accounts', { name, plan })).json()) as { id: string };
  const link = (await (await running.served.admin('POST', `/accounts/${made.id}/sign-in-link`)).json()) as {
    url: string;
  };
  await tab.goto(link.url);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL('**/console/account**');
  return made.id;
}

const open = async (path: string) => void (await tab.goto(`${running.served.origin}/console${path}`));

describe('without a session', () => {
  it.each([
    ['sign-in', '/sign-in'],
    ['sign-up', '/sign-up'],
  ])('the page %s fits its window and passes axe', async (name, path) => {
    await open(path);
    await checkPage(name);
  });

  it('the pages of a sign-in link, before and after its use, fit their window and pass axe', async () => {
    const account = (await (await running.served.admin('POST', '/accounts', { name: LONG_NAME })).json()) as {
      id: string;
    };
    await tab.goto(await makeSignInLink(running.served, account.id));
    await checkPage('sign-in-link');
    await open('/sign-in/some-token');
    await checkPage('sign-in-link-spent');
  });
});

describe('with an empty account', () => {
  beforeAll(() => signInTo('Acme', 'FREE'));

  it.each([
    ['empty-overview', ''],
    ['empty-links', '/links'],
    ['empty-statistics', '/statistics'],
    ['empty-keys', '/keys'],
    ['plan', '/plan'],
    ['plan-request', '/plan?plan=INDIE'],
    ['empty-account', '/account'],
    ['new-link-free', '/new-link'],
    ['empty-tags', '/tags'],
    ['not-found', '/nothing'],
  ])('the page %s fits its window and passes axe', async (name, path) => {
    await open(path);
    await checkPage(name);
  });

  if (process.env.TEST_LONG) {
    it('the page of plans after a request and after its refusal fits its window and passes axe', async () => {
      await open('/plan?plan=INDIE');
      await tab.getByLabel('What do you need it for?').fill('Our shop prints a link on each receipt.');
      await tab.getByRole('button', { name: 'Send request' }).click();
      await tab.getByText('Your request for Indie').waitFor();
      await checkPage('plan-requested');
      const { upgrades } = (await (await running.served.admin('GET', '/upgrades')).json()) as {
        upgrades: { id: string }[];
      };
      const message = 'Hobby has enough calls for receipts. Ask again when you need more.';
      await running.served.admin('POST', `/upgrades/${upgrades[0]?.id}/decline`, { message });
      await open('/plan');
      await tab.getByText('Declined').first().waitFor();
      await checkPage('plan-declined');
    });

    it('the dialog that jumps to a page fits its window and passes axe', async () => {
      await open('/links');
      await tab.keyboard.press('Control+k');
      await tab.getByRole('option').first().waitFor();
      await checkPage('jump');
    });

    it('the page of a refused key name fits its window and passes axe', async () => {
      await open('/keys');
      await tab.getByLabel('Name').fill('schlüssel');
      await tab.getByRole('button', { name: 'Create key' }).click();
      await checkPage('key-errors');
    });
  }
});

describe('with an account that has keys, links and clicks', () => {
  // What one test types must not be a draft of the next. A page keeps it once more as it is left.
  if (process.env.TEST_LONG)
    afterEach(async () => {
      await open('/account');
      await tab.evaluate('sessionStorage.clear(); localStorage.clear()');
    });

  let accountId = '';
  beforeAll(async () => {
    accountId = await signInTo(
      'A company whose name has no end, and goes on for a line or two & <b>more</b> than that',
      'PRO',
    );
    let key = '';
    for (const name of ['newsletter', LONG_NAME]) {
      await open('/keys?preset=full');
      await tab.getByLabel('Name').fill(name);
      await tab.getByRole('button', { name: 'Create key' }).click();
      key = await tab.getByLabel('Secret', { exact: true }).inputValue();
    }
    await checkPage('key-text');
    const links = [
      { url: 'https://example.com/a/page?about=something', alias: 'spring-sale-2026', maxClicks: 100 },
      { url: LONG_URL, alias: 'a-very-long-alias-of-fifty-characters-exactly-so-o', password: 'secret words' },
      { url: 'https://example.org/', expiresIn: 2_592_000 },
      {
        url: 'https://example.org/spring',
        title: 'عرض الربيع 🌱 2026',
        tags: ['ربيع', 'Spring', '🌱'],
        notes: 'One line.\nAnother.',
      },
      { url: LONG_URL, title: 'A long title, '.repeat(15).slice(0, 199), tags: MANY_TAGS, externalId: 'crm-1042' },
    ];
    for (const fields of links) expect((await running.served.v2(key, 'POST', '/shorten', fields)).status).toBe(201);
    await open('/links/spring-sale-2026/qr');
    const buffer = Buffer.from(paintLogo('disc', 100));
    await tab.locator('[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await tab.getByRole('button', { name: 'Upload logo' }).click();
    await tab.getByText('The logo is uploaded.').waitFor();
    await open('/templates');
    for (const [label, value] of Object.entries({ Name: 'Newsletter', Source: 'newsletter', Medium: 'email' }))
      await tab.getByLabel(label).fill(value);
    await tab.getByRole('button', { name: 'Save template' }).click();
    await tab.getByText('The template is saved.').waitFor();
    for (const agent of AGENTS) await running.served.visit('/spring-sale-2026', agent);
    const counted = async () => {
      await open('/links/spring-sale-2026');
      expect(await tab.locator('main').innerText()).toMatch(/^(?=.*Chrome)(?=.*Firefox)(?=.*Safari)/s);
    };
    await vi.waitFor(counted, { timeout: 30_000 });
  });

  it.each([
    ['overview', ''],
    ['links', '/links'],
    ['links-filtered', '/links?tag=spring&tag=ربيع&tags=any&status=active'],
    ['links-nothing', '/links?search=nothing-like-this&status=active'],
    ['tags', '/tags'],
    ['tag', '/tags/ربيع'],
    ['templates', '/templates'],
    ['link', '/links/spring-sale-2026'],
    ['link-long', '/links/a-very-long-alias-of-fifty-characters-exactly-so-o'],
    ['link-edit', '/links/spring-sale-2026?change=end'],
    ['link-qr', '/links/spring-sale-2026/qr?color=1b2f6b'],
    ['statistics', '/statistics'],
    ['new-link', '/new-link'],
    ['several-links', '/several-links'],
    ['keys', '/keys'],
    ['account', '/account'],
    ['activity', '/activity'],
    ['plan-pro', '/plan'],
  ])('the page %s fits its window and passes axe', async (name, path) => {
    await open(path);
    await checkPage(name);
  });

  it('“Select page” stays on one line beside the longest text of a list, on a phone too', async () => {
    await tab.setViewportSize({ width: 390, height: 800 });
    await open('/links');
    await tab.evaluate("document.querySelector('[data-range]').textContent = '101–200 of more than 200 found'");
    // A label that wraps is two lines high.
    const measureHeight = async (selector: string) => (await tab.locator(selector).boundingBox())?.height ?? 0;
    const before = await measureHeight('.above .check');
    await tab.evaluate("document.querySelector('[data-range]').textContent = ''");
    expect(before).toBe(await measureHeight('.above .check'));
  });

  it('the page of a template fits its window and passes axe', async () => {
    await open('/templates');
    await tab.getByRole('link', { name: 'Newsletter', exact: true }).click();
    await tab.getByText('Delete template').waitFor();
    await checkPage('template');
  });

  if (process.env.TEST_LONG) {
    it('the list with its filter fits its window and passes axe', async () => {
      await open('/links?tag=spring&tag=ربيع&tags=any');
      await tab.locator('.filter .opener').click();
      await checkPage('links-filter');
    });

    it('the list with selected links fits its window and passes axe', async () => {
      await open('/links');
      await tab.getByLabel('Select page').check();
      await checkPage('links-selected');
      await tab.locator('.deeds [popovertarget]').first().click();
      await checkPage('links-tagged-together');
    });

    it.each([
      ['link-details', /A long title/],
      ['link-right-to-left', /عرض/],
    ])('the page %s fits its window and passes axe', async (name, title) => {
      await open('/links');
      await tab.locator('li.row', { hasText: title }).getByRole('link').first().click();
      await checkPage(name);
    });

    it('the page of a key fits its window and passes axe', async () => {
      await open('/keys');
      await tab.getByRole('link', { name: 'newsletter' }).click();
      await checkPage('key');
      await tab.locator('summary', { hasText: 'Rename' }).click();
      await checkPage('key-rename');
    });

    it('the form of a new link with all its options fits its window and passes axe', async () => {
      await open('/new-link');
      await tab.getByLabel('Destination').fill('https://example.com/spring');
      await tab.getByText('More options').click();
      await tab.getByLabel('7 days').check();
      await tab.getByLabel('Click limit').fill('500');
      await tab.getByLabel('Campaign 3').check();
      await checkPage('new-link-options');
      await open('/links/a-very-long-alias-of-fifty-characters-exactly-so-o');
      await tab.locator('.adds summary', { hasText: 'Tags' }).click();
      await tab.locator('.more-actions').click();
      await checkPage('link-menu');
    });

    it('the form of a new link with an error fits its window and passes axe', async () => {
      await open('/new-link');
      await tab.getByLabel('Destination').fill('https://example.com/');
      await tab.getByLabel('Alias').fill('spring-sale-2026');
      await tab.getByRole('button', { name: 'Create link' }).click();
      await tab.getByText('This alias is already taken.').first().waitFor();
      await checkPage('new-link-errors');
    });

    it('the form of a new link with several errors fits its window and passes axe', async () => {
      await open('/new-link');
      await tab.getByLabel('Destination').fill('https://nowhere');
      await tab.getByLabel('Alias').fill('a b');
      await tab.getByText('More options').click();
      await tab.getByLabel('Password', { exact: true }).fill('secret words');
      await tab.getByLabel('Other', { exact: true }).check();
      await tab.getByLabel('Expires after').fill('soon');
      await tab.getByRole('button', { name: 'Create link' }).click();
      await tab.getByRole('alert').waitFor();
      await checkPage('new-link-many-errors');
    });

    it('the page of an edit after a concurrent change fits its window and passes axe', async () => {
      await open('/links/spring-sale-2026?change=limit');
      const other = await tab.context().newPage();
      await other.goto(tab.url());
      await other.getByLabel('New limit').fill('200');
      await other.getByRole('button', { name: 'Save' }).click();
      await other.getByText('The link is changed.').waitFor();
      await other.close();
      await tab.getByLabel('New limit').fill('300');
      await tab.getByRole('button', { name: 'Save' }).click();
      await tab.getByText('while you were editing').first().waitFor();
      await checkPage('link-edit-changed');
    });

    it('the pages of a rotated key fit their window and pass axe', async () => {
      await open('/keys');
      await tab.getByRole('link', { name: 'newsletter' }).click();
      await tab.getByText('Rotate', { exact: true }).click();
      await checkPage('key-rotation');
      await tab.getByRole('button', { name: 'Rotate secret' }).click();
      await tab.getByRole('link', { name: 'I’ve saved it' }).click();
      await checkPage('key-rotated');
      await tab.goBack();
      await checkPage('key-text-shown');
      await open('/keys');
      await tab.getByRole('link', { name: 'newsletter' }).click();
      await tab.getByText('Rotate', { exact: true }).click();
      await tab.getByRole('button', { name: 'Rotate secret' }).click();
      await tab.getByRole('alert').waitFor();
      await checkPage('key-rotation-asks');
    });

    it('the pages of a link that will be deleted fit their window and pass axe', async () => {
      // The script is off, because it would load the page again after ten seconds.
      await tab.route(/\.js$/, (route) => route.abort());
      await open('/links');
      await tab.getByLabel(/Select a-very-long-alias/).check();
      await tab.getByRole('button', { name: 'Delete', exact: true }).click();
      await tab.getByText('will be deleted').first().waitFor();
      await tab
        .getByRole('link', { name: /a-very-long-alias/ })
        .first()
        .click();
      await checkPage('link-leaving');
      await tab.goBack();
      await checkPage('links-leaving');
      await tab.unroute(/\.js$/);
    });

    it('the pages of a dead link fit their window and pass axe', async () => {
      const made = (await (await running.served.admin('POST', '/keys', { name: 'one', accountId })).json()) as {
        key: string;
      };
      expect((await running.served.v2(made.key, 'DELETE', '/links/spring-sale-2026')).status).toBe(204);
      await open('/links/spring-sale-2026');
      await checkPage('link-dead');
    });

    it('the sign-in page after the end of a session fits its window and passes axe', async () => {
      await open('/new-link');
      await tab.getByLabel('Destination').fill('https://example.com/');
      await tab.context().clearCookies();
      await tab.getByRole('button', { name: 'Create link' }).click();
      await tab.getByText('Your session has ended').waitFor();
      await checkPage('session-over');
    });
  }
});

if (process.env.TEST_LONG) {
  describe('with keys that are restricted', () => {
    let id = '';
    beforeAll(async () => {
      const accountId = await signInTo('Acme', 'HOBBY');
      const make = async (name: string, rights: object): Promise<{ id: string; key: string }> =>
        (await running.served.admin('POST', '/keys', { name, accountId, ...rights })).json() as never;
      const leaked = await make('leaked', { scopes: ['qr:read'], expiresAt: '2099-01-01T00:00:00Z' });
      await running.served.v2(leaked.key, 'POST', '/key/revoke');
      await make('all at once', { scopes: ['links:create'], links: 'own', limits: { perMinute: 1_000_000 } });
      ({ id } = await make(LONG_NAME, {
        scopes: ['links:create', 'links:read', 'links:write', 'links:delete', 'stats:read', 'qr:read'],
        expiresAt: '2099-12-31T23:59:59Z',
        links: 'own',
        origins: Array.from(
          { length: 20 },
          (_, n) => `https://${n === 3 ? 'x'.repeat(60) : `page-${n}`}.example.com:8443`,
        ),
        limits: { perMinute: 7, perMonth: 1_000_000 },
      }));
    });

    it.each([
      ['keys-restricted', '/keys'],
      ['keys-preset', '/keys?preset=create'],
      ['key-restricted', '/keys/ID'],
      ['key-preset', '/keys/ID?preset=statistics'],
    ])('the page %s fits its window and passes axe', async (name, path) => {
      await open(path.replace('ID', id));
      await checkPage(name);
    });

    it('the form of a new key and that of an old one with errors fit their windows and pass axe', async () => {
      for (const [name, path, label] of [
        ['keys-rights-errors', '/keys?preset=create', 'Create key'],
        ['key-rights-errors', `/keys/${id}?preset=create`, 'Save permissions'],
      ] as const) {
        await open(path);
        const form = tab.locator('form', { has: tab.getByRole('button', { name: label }) });
        if (label === 'Create key') await form.getByLabel('Name').fill('schlüssel');
        for (const part of await form.locator('summary').all()) await part.click();
        await form.getByLabel('Browser origins').fill(`https://example.com/${'path/'.repeat(30)}`);
        await form.getByLabel('Calls per minute').fill('many');
        await form.getByLabel('Date…').check();
        await form.getByLabel('Date (UTC)').fill('2020-01-01');
        await form.getByRole('button', { name: label }).click();
        await tab.getByRole('alert').waitFor();
        await checkPage(name);
      }
    });
  });
}

const AGENTS: Record<string, string>[] = [
  { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36' },
  {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    Referer: 'https://news.example/',
  },
  {
    'User-Agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1',
    'Accept-Language': 'de-DE,de',
  },
];
