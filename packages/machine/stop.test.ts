import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startMachine, TOKEN } from '../testkit/machine';

it('a machine with a request that never ends cuts it off at the limit of its stop, and says so', async () => {
  const { api, running, close } = await startMachine();
  const endless = connect(Number(new URL(api).port), '127.0.0.1');
  const closed = once(endless, 'close');
  const lines = ['POST /admin/keys HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${TOKEN}`];
  const own = ['Content-Type: application/json', 'Content-Length: 50', '', '{'];
  await new Promise<void>((sent) => endless.write([...lines, ...own].join('\r\n'), () => sent()));
  endless.on('error', () => {});
  expect((await fetch(`${api}/health`)).status).toBeLessThan(500);
  expect(await running.machine.stop(300)).toBe(false);
  await closed;
  await close();
});
