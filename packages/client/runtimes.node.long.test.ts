/** The package in Deno and Bun. npm installs both. They are large, so this file is part of `npm run test:long`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ERRORS_MET,
  LINK_MADE,
  MADE_ONCE,
  MAKE_A_LINK,
  MAKE_A_LINK_ONCE,
  MEET_ERRORS,
} from '../testkit/client-programs';
import { deadOrigin, loseFirstResponse } from '../testkit/connection-faults';
import { type Installed, installElsewhere } from '../testkit/installed';
import { type Service, startService } from '../testkit/service';

const RUNTIMES = { deno: '2.9.6', bun: '1.4.5' };

let service: Service;
let installed: Installed;

beforeAll(async () => {
  [service, installed] = await Promise.all([startService(), installElsewhere(RUNTIMES)]);
});
afterAll(() => Promise.all([service?.close(), installed?.remove()]));

describe.each<[runtime: keyof typeof RUNTIMES, command: string[]]>([
  ['deno', ['deno', 'run', '--allow-net', '--allow-read', '--allow-env']],
  ['bun', ['bun', 'run']],
])('the installed package in %s', (runtime, command) => {
  it('runs in the requested version', async () => {
    const version = `console.log(JSON.stringify(process.versions.${runtime}));`;
    expect(await installed.runBy(command, version)).toBe(RUNTIMES[runtime]);
  });

  it('makes a link, and returns what the key has left', async () => {
    const key = await service.newKey('HOBBY');
    expect(await installed.runBy(command, MAKE_A_LINK, service.origin, key)).toMatchObject(LINK_MADE);
  });

  it('makes one link although the connection breaks before the response', async () => {
    const proxy = await loseFirstResponse(service.origin);
    const output = await installed.runBy(command, MAKE_A_LINK_ONCE, proxy.origin, await service.newKey());
    proxy.close();
    expect(output).toEqual(MADE_ONCE);
  });

  it('rejects with different errors for a refused connection and for a refusal, and neither contains the key', async () => {
    expect(await installed.runBy(command, MEET_ERRORS, service.origin, await deadOrigin())).toEqual(ERRORS_MET);
  });
});
