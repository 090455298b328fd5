import { expect, it } from 'vitest';
import { findZbarimg } from './zbarimg';

it('findZbarimg fails with one line if the program at ZBARIMG_PATH does not start', async () => {
  const error = await findZbarimg({ ZBARIMG_PATH: '/nowhere/zbarimg' }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: 'ZBARIMG_PATH names /nowhere/zbarimg, which does not start' });
  expect((error as Error).stack).toBe((error as Error).message);
});
