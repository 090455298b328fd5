/** Tests the error rate of the redirect worker by the metrics of a running service. */
import { expect, it, onTestFinished } from 'vitest';
import { startMachine, TOKEN } from '#testkit/machine';
import { countsIn, errorRateOf } from './error-rate';

const VISITS = 5;

it('is that of the visitors since the first look, by the metrics of a running service', async () => {
  const { api, short, close } = await startMachine();
  onTestFinished(close);
  const look = await errorRateOf(fetch, { api, short, token: TOKEN });
  for (let n = 0; n < VISITS; n++) await fetch(`${short}/no-such-link`);
  const counted = async () => {
    const answer = await fetch(`${api}/admin/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    return countsIn(await answer.text()).requests;
  };
  await expect.poll(counted).toBeGreaterThanOrEqual(VISITS);
  const { requests, ...others } = await look();
  expect(others).toEqual({ errors: 0, isOfVisitors: true });
  // The start of a machine makes a request of its own, which may be counted before the first look or after it.
  expect(requests).toBeGreaterThanOrEqual(VISITS - 1);
}, 60_000);
