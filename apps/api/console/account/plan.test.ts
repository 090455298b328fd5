/** The page of plans: what it costs, what it says of the use, and how a plan is requested. */
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';

const DAY_MS = 86_400_000;
const world = createWorld();
const turnTo = fakeClock();

const wordsOfPart = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const readWords = (html: string) => wordsOfPart(html.slice(html.indexOf('<main')));

/** The first day of the next month in UTC, such as `1 December`. */
function nextMonth(): string {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return first.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}

const readUpgrade = async (accountId: string): Promise<string> => {
  const { upgrades } = await (await world.admin('GET', '/upgrades?limit=1000')).json<{
    upgrades: { id: string; accountId: string }[];
  }>();
  return upgrades.find((one) => one.accountId === accountId)?.id ?? '';
};

it('costs one round trip to D1 and one call for each active key, besides what every page costs', async () => {
  const { bindings, takeCost } = countedBindings();
  const { browser, accountId } = await newDeveloper(createWorld(bindings));
  const costOf = async (path: string) => {
    await browser.get(path);
    takeCost();
    await browser.get(path);
    const { d1, objects } = takeCost();
    return { trips: d1.length, objects };
  };
  const usual = await costOf('/not-found');
  expect(await costOf('/plan')).toEqual({ trips: usual.trips + 1, objects: usual.objects });
  await world.newKey('PRO', { accountId });
  await world.newKey('PRO', { accountId });
  const { trips, objects } = await costOf('/plan');
  expect(trips).toBe(usual.trips + 1);
  expect(objects).toEqual([...usual.objects, 'KEYS.use', 'KEYS.use']);
});

it('says how many of its keys and how many links an account has', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  const { key } = await world.newKey('FREE', { accountId });
  await world.shorten(key, { url: 'https://example.com/' });
  expect(readWords(await browser.text('/plan'))).toContain('Active keys 1 of 5 4 more possible Links 1 No limit');
});

it('sums the calls of all keys, and names the key that is nearest to its limit', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  expect(readWords(await browser.text('/plan'))).toContain('Calls this month 0 of 2,000 Create your first key');
  const { key } = await world.newKey('FREE', { accountId, name: 'busy' });
  expect(readWords(await browser.text('/plan'))).toContain('No calls yet this month Active keys');
  await world.v2(key, 'GET', '/stats');
  await world.v2(key, 'GET', '/stats');
  expect(readWords(await browser.text('/plan'))).toContain(
    `Calls this month 2 of 2,000 Resets ${nextMonth()} Key busy Active keys`,
  );
  const other = await world.newKey('FREE', { accountId, name: 'other' });
  await world.v2(other.key, 'GET', '/stats');
  expect(readWords(await browser.text('/plan'))).toContain(
    `Calls this month, all active keys Keys 3 Resets ${nextMonth()} Nearest to its limit: busy , 2 of 2,000 Active keys`,
  );
});

it('says so where a key does not answer', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  await world.newKey('FREE', { accountId });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
  const page = await broken.call('GET', '/console/plan', { headers: { Cookie: browser.cookie as string } });
  vi.restoreAllMocks();
  expect(readWords(await page.text())).toContain('Calls this month – of 2,000 Not known at the moment');
});

it('lists all of the current plan, and of a larger one what it adds', async () => {
  const { browser } = await newDeveloper(world, 'HOBBY');
  const [free = '', hobby = '', indie = '', pro = ''] = (await browser.text('/plan'))
    .split('<section')
    .filter((part) => /^ class="card[a-z ]*" aria-label/.test(part))
    .map(wordsOfPart);
  expect(free).toContain('Included in Hobby');
  expect(hobby).toContain(
    '300 calls a minute 20 active keys Filtered statistics of 90 days 25 UTM templates Aliases, 4+ characters Links that expire Click limits',
  );
  expect(hobby).toContain('Current plan');
  expect(indie).toContain(
    'Everything in Hobby, plus 1,000 calls a minute Filtered statistics of 180 days 100 UTM templates Aliases, 3+ characters Passwords Request Indie',
  );
  expect(pro).toContain('Everything in Indie, plus 5,000 calls a minute');
  expect(pro).not.toContain('Passwords');
});

describe('the form of a request', () => {
  it('is shown for a higher plan only, and names the plan', async () => {
    const { browser } = await newDeveloper(world, 'HOBBY');
    expect(readWords(await browser.text('/plan?plan=PRO'))).toMatch(
      /Send your request below Request Pro The operator decides/,
    );
    for (const plan of ['FREE', 'HOBBY', 'GOLD', '']) {
      const words = readWords(await browser.text(`/plan?plan=${plan}`));
      expect(words).not.toContain('Send request');
      expect(words).toContain('Request Indie');
      expect(words).not.toContain('Request Free');
    }
  });

  it('that is refused is shown again with its plan and its note', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const refused = await browser.post('/plan/upgrade', { plan: 'INDIE', reason: 'x'.repeat(501) });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('name="plan" value="INDIE"');
    expect(html).toContain('x'.repeat(501));
    expect(html).toContain('<title>Error: Plan · Swiftlet</title>');
    expect(await browser.text('/plan')).toContain('<title>Plan · Swiftlet</title>');
    expect(await browser.text('/statistics?start=x&end=y')).toContain('<title>Error: Statistics · Swiftlet</title>');
  });

  it('says which request it replaces, and is not shown for the requested plan', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    await browser.post('/plan/upgrade', { plan: 'INDIE' });
    expect(readWords(await browser.text('/plan?plan=PRO'))).toContain('This replaces your request for Indie.');
    expect(readWords(await browser.text('/plan?plan=INDIE'))).toContain('Your request for Indie Requested');
  });
});

it('a granted request is told for thirty days', async () => {
  turnTo(NOON);
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  await browser.post('/plan/upgrade', { plan: 'INDIE' });
  await world.admin('POST', `/upgrades/${await readUpgrade(accountId)}/grant`);
  turnTo(NOON + 29 * DAY_MS);
  expect(await browser.text('/plan')).toContain('granted you Indie');
  turnTo(NOON + 31 * DAY_MS);
  expect(await browser.text('/plan')).not.toContain('granted you Indie');
});
