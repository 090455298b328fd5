/** Sessions that are over are shown to nobody, whether or not the cron has forgotten them. */
import { expect, it } from 'vitest';
import { newDeveloper, signedIn } from '#testkit/browser';
import { turnedClock } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = turnedClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const DAY = 86_400_000;

it('lists the sessions that can still be used', async () => {
  turnTo(NOW);
  const { accountId } = await newDeveloper(world);
  turnTo(NOW + DAY);
  const browser = await signedIn(world, accountId);
  const others = async () => [...(await browser.text('/account')).matchAll(/sessions\/[0-9A-Za-z]{12}\/end/g)].length;
  turnTo(NOW + 30 * DAY - 1);
  expect(await others()).toBe(1);
  turnTo(NOW + 30 * DAY);
  expect(await others()).toBe(0);
});
