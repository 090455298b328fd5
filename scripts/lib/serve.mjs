// Runs the machine as a server from this checkout. The folder that `npm run build:server` makes needs no checkout.
import { buildMachine, workerdBinary } from '../../packages/machine/build.mjs';
import { install } from './install.mjs';
import { inRoot } from './root.mjs';

export async function main() {
  await install();
  await buildMachine(inRoot('dist/machine'), { isLast: true });
  const { serve } = await import('../../dist/machine/serve.mjs');
  process.exit(await serve(workerdBinary()));
}
