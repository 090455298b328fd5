import { buildServer } from '../../packages/machine/build.mjs';
import { install } from './install.mjs';
import { inRoot } from './root.mjs';

const OUT = inRoot('dist/server');

export async function main() {
  await install();
  await buildServer(OUT);
  process.stdout.write(`${OUT} runs on its own, on ${process.platform}-${process.arch}: node main.mjs\n`);
}
