/** The console does not list expired sessions, even before the cron has deleted them. */
import { expect, it } from 'vitest';
import { newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const DAY = 86_400_000;

it('the console lists another session until the millisecond at which it expires', async () => {
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
