/** workerd as a process: two never run under one lock, and its own lines about clients are not logged. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workerdBinary } from '../testkit/built';
import { startRuntime } from './runtime';
import { underLock, workerdLockFile } from './state';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = ['stack: of coins', 'the client disconnected', '{"fault":"Error: disconnected"}', 'workerd is up'];
writeFileSync(
  path.join(folder, 'worker.js'),
  `export default { fetch() { for (const line of ${JSON.stringify(LINES)}) console.log(line); return new Response(''); } };`,
);
writeFileSync(
  path.join(folder, 'config.capnp'),
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "one", worker = (compatibilityDate = "2026-08-01", modules = [(name = "one", esModule = embed "worker.js")]))],
  sockets = [(name = "one", address = "127.0.0.1:0", http = (), service = "one")]
);`,
);

const start = (logged: string[] = []) =>
  startRuntime({
    binary: workerdBinary(),
    configuration: path.join(folder, 'config.capnp'),
    sockets: { one: '127.0.0.1:0' },
    disks: [],
    lockFile: workerdLockFile(folder),
    values: {},
    log: (line) => logged.push(line),
  });

it.runIf(underLock('').length > 0)(
  'a second workerd on a folder is refused, and starts once the first has exited',
  async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`Another workerd runs on ${workerdLockFile(folder)}.`);
    await first.stop();
    await (await start()).stop();
  },
);

it('every line of a worker is logged, except one that begins like a stack trace of workerd', async () => {
  const logged: string[] = [];
  const runtime = await start(logged);
  await fetch(`http://127.0.0.1:${runtime.ports.get('one')}/`);
  await expect.poll(() => logged).toEqual(LINES.slice(1));
  await runtime.stop();
});
