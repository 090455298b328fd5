import { expect, it } from 'vitest';
import { launchChromium } from './chromium';

it('launchChromium fails with one line if the program at CHROMIUM_PATH does not start', async () => {
  const error = await launchChromium({ CHROMIUM_PATH: '/nowhere/chromium' }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: 'CHROMIUM_PATH names /nowhere/chromium, which does not start' });
  expect((error as Error).stack).toBe((error as Error).message);
});
