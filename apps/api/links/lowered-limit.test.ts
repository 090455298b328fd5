/** A click limit that an edit lowers below the number of clicks. */
import { expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();

it('a limit that is lowered below the number of clicks leaves 0 clicks remaining, and visits get 410', async () => {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('lowered');
  await world.shorten(key, { url: 'https://example.com/', alias, maxClicks: 9 });
  for (let i = 0; i < 3; i++) expect((await world.visit(alias)).status).toBe(302);
  expect((await world.v2(key, 'PATCH', `/links/${alias}`, { maxClicks: 1 })).status).toBe(200);
  expect(await (await world.v2(key, 'GET', `/stats/${alias}`)).json()).toMatchObject({
    status: 'expired',
    expiredReason: 'CLICKS',
    clickCount: 3,
    clicksRemaining: 0,
  });
  expect((await world.visit(alias)).status).toBe(410);
});
