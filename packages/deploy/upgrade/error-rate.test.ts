/** Tests the error rate of the redirect worker by the metrics of a running service. */
import { expect, it, onTestFinished } from 'vitest';
import { startMachine, TOKEN } from '#testkit/machine';
import { countsIn, errorRateOf } from './error-rate';

it('is that of the visitors since the first look, by the metrics of a running service', async () => {
  const { api, short, close } = await startMachine();
  onTestFinished(close);
  const look = await errorRateOf(fetch, { api, short, token: TOKEN });
  for (let n = 0; n < 3; n++) await fetch(`${short}/no-such-link`);
  const counted = async () => {
    const answer = await fetch(`${api}/admin/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    return countsIn(await answer.text()).requests;
  };
  await expect.poll(counted).toBe(3);
  expect(await look()).toEqual({ requests: 3, errors: 0, isOfVisitors: true });
}, 60_000);
