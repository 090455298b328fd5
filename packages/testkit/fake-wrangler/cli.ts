/** Runs the deploy command as a program, with the fake service instead of the network, and without a build. */
import path from 'node:path';
import { main } from '../../deploy/main';
import { fakeFetch, PASSING_SMOKE_TEST } from './service';

const { FAKE_ACCOUNT = '', FAKE_FOLDER = '' } = process.env;
globalThis.fetch = fakeFetch(FAKE_ACCOUNT) as typeof fetch;

process.exitCode = await main({
  args: process.argv.slice(2),
  env: process.env,
  root: process.cwd(),
  version: '0.0.0',
  folder: path.join(FAKE_FOLDER, 'state'),
  wrangler: [path.join(FAKE_FOLDER, 'bin/wrangler')],
  build: async (kind) => `built ${kind}`,
  smoke: PASSING_SMOKE_TEST,
});
