import { expect, it } from 'vitest';
import { ATTACK_ATTEMPTS, allowanceOf, LINK_PERIOD_MS, NETWORK_PERIOD_MS } from './password-attempts';

it('allows a network five attempts and a wide one twenty in a quarter of an hour', () => {
  expect(allowanceOf(false)).toEqual({ perNetwork: 5, perWideNetwork: 20 });
  expect(NETWORK_PERIOD_MS).toBe(15 * 60_000);
});

it('allows a network one and a wide one three at a link that has had sixty in an hour', () => {
  expect(allowanceOf(true)).toEqual({ perNetwork: 1, perWideNetwork: 3 });
  expect([ATTACK_ATTEMPTS, LINK_PERIOD_MS]).toEqual([60, 60 * 60_000]);
});
