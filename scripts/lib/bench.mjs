// Runs packages/bench under the installed Node, which can run TypeScript. Only the bench writes to standard output.

import { inRoot, ROOT } from './checkout.mjs';
import { endChildren, onStopRequest, startChild } from './children.mjs';
import { install, toolNode } from './install.mjs';

export async function bench() {
  onStopRequest(() => endChildren().then(() => process.exit(130)));
  await install(process.stderr);
  const node = ['--disable-warning=ExperimentalWarning', '--import', inRoot('packages/bench/resolve.mjs')];
  const child = startChild(toolNode(), [...node, inRoot('packages/bench/bench.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await child.ended;
  process.exitCode = child.process.exitCode ?? 1;
}
