/** The page of plans: what it costs, what it says of the use, and how a plan is requested. */
import { describe, expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld } from '#testkit/world';

const DAY_MS = 86_400_000;
const world = createWorld();
const turnTo = fakeClock();

const wordsOf = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const upgradeOf = async (accountId: string): Promise<string> => {
  const { upgrades } = await (await world.admin('GET', '/upgrades?limit=1000')).json<{
    upgrades: { id: string; accountId: string }[];
  }>();
  return upgrades.find((one) => one.accountId === accountId)?.id ?? '';
};

it('costs one round trip to D1, besides what every page costs', async () => {
  const { bindings, takeCost } = countedBindings();
  const { browser } = await newDeveloper(createWorld(bindings));
  const costOf = async (path: string) => {
    await browser.get(path);
    takeCost();
    await browser.get(path);
    const { d1, objects } = takeCost();
    return { trips: d1.length, objects };
  };
  const usual = await costOf('/new-link');
  expect(await costOf('/plan')).toEqual({ trips: usual.trips + 1, objects: usual.objects });
});

it('says how many of its keys and how many links an account has', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  const { key } = await world.newKey('FREE', { accountId });
  await world.shorten(key, { url: 'https://example.com/' });
  expect(wordsOf(await browser.text('/plan'))).toContain('Active keys 1 of 5 Links 1 No limit');
});

describe('the form of a request', () => {
  it('is shown for a higher plan only, and names the plan', async () => {
    const { browser } = await newDeveloper(world, 'HOBBY');
    expect(wordsOf(await browser.text('/plan?plan=PRO'))).toContain('Request Pro The operator decides.');
    for (const plan of ['FREE', 'HOBBY', 'GOLD', '']) {
      const words = wordsOf(await browser.text(`/plan?plan=${plan}`));
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
  });

  it('says which request it replaces, and is not shown for the requested plan', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    await browser.post('/plan/upgrade', { plan: 'INDIE' });
    expect(wordsOf(await browser.text('/plan?plan=PRO'))).toContain('This replaces your request for Indie.');
    expect(wordsOf(await browser.text('/plan?plan=INDIE'))).toContain('You requested Indie');
  });
});

it('a granted request is told for thirty days', async () => {
  turnTo(NOON);
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  await browser.post('/plan/upgrade', { plan: 'INDIE' });
  await world.admin('POST', `/upgrades/${await upgradeOf(accountId)}/grant`);
  turnTo(NOON + 29 * DAY_MS);
  expect(await browser.text('/plan')).toContain('granted you Indie');
  turnTo(NOON + 31 * DAY_MS);
  expect(await browser.text('/plan')).not.toContain('granted you Indie');
});
