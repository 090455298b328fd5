/** Tests the error rate of the redirect worker by the metrics of a running service. */
import { expect, it, onTestFinished } from 'vitest';
import { startMachine, TOKEN } from '#testkit/machine';
import { countsIn, observeErrorRate } from './rollout';

const VISITS = 5;

it('the error rate counts the visits since the first look, by the metrics of a running service', async () => {
  const { api, short, close } = await startMachine();
  onTestFinished(close);
  const look = await observeErrorRate(fetch, { api, short, token: TOKEN });
  for (let n = 0; n < VISITS; n++) await fetch(`${short}/no-such-link`);
  const counted = async () => {
    const answer = await fetch(`${api}/admin/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    return countsIn(await answer.text()).requests;
  };
  await expect.poll(counted).toBeGreaterThanOrEqual(VISITS);
  // A health check does not count as a request: the start of a machine sends one, and monitors send them all the time.
  await fetch(`${short}/.health`);
  expect(await look()).toEqual({ requests: VISITS, errors: 0, isOfVisitors: true });
});
