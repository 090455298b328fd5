import { expect, it } from 'vitest';
import { ATTACK_ATTEMPTS, getAllowance, LINK_PERIOD_MS, NETWORK_PERIOD_MS } from './password-attempts';

it('a network has five wrong attempts in 15 minutes, and a wide network twenty', () => {
  expect(getAllowance(false)).toEqual({ perNetwork: 5, perWideNetwork: 20 });
  expect(NETWORK_PERIOD_MS).toBe(15 * 60_000);
});

it('at a link that has had sixty wrong attempts in an hour, a network has one, and a wide network three', () => {
  expect(getAllowance(true)).toEqual({ perNetwork: 1, perWideNetwork: 3 });
  expect([ATTACK_ATTEMPTS, LINK_PERIOD_MS]).toEqual([60, 60 * 60_000]);
});
