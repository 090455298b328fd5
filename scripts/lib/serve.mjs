// Runs the machine as a server does, from this checkout. The folder of `npm run build:server` needs no checkout.
import { buildMachine, workerdBinary } from '../../packages/machine/build.mjs';
import { install } from './install.mjs';
import { inRoot } from './root.mjs';

export async function main() {
  await install();
  await buildMachine(inRoot('dist/machine'), { isLast: true });
  const { serve } = await import('../../dist/machine/serve.mjs');
  process.exit(await serve(workerdBinary()));
}
