/** `npm start`: the machine at a desk, and what it says to whoever started it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { firstKeys } from './first-keys';
import { type Running, type RunOptions, run } from './run';
import { secretFile } from './secrets';
import { writeWhole } from './state';
import { threatListLine } from './threat-list';

const HTTPS_ALONE = `REQUIRE_HTTPS is on: plain http gets 403 from the API, and 308 from short links. What takes https in front of these
ports says so by X-Forwarded-Proto: https.
`;

/** Addresses of the workers, as people here reach them. */
function originsOf({ settings: { sockets } }: Running) {
  const originOf = (address = '') => `http://127.0.0.1:${address.slice(address.lastIndexOf(':') + 1)}`;
  return { api: originOf(sockets.api ?? sockets.short), short: originOf(sockets.short) };
}

function readyText(running: Running, env: RunOptions['env']): string {
  const { api, short } = originsOf(running);
  const { CONSOLE_ORIGIN: consoleOrigin, REQUIRE_HTTPS: requireHttps } = running.settings.values;
  const rows = [
    ['API', api],
    ['Short links', short],
    ['Guide', `${api}/docs/guide`],
    ...(consoleOrigin ? [['Console', `${consoleOrigin}/console`]] : []),
    ['Admin token', env.ADMIN_TOKEN ? 'ADMIN_TOKEN of the environment' : secretFile(running.folder, 'ADMIN_TOKEN')],
    ['State', running.folder],
  ];
  const table = rows.map(([name = '', value]) => `  ${name.padEnd(12)} ${value}`).join('\n');
  return `\nSwiftlet is ready.\n${table}\n${requireHttps === 'on' ? HTTPS_ALONE : ''}Ctrl-C stops it.\n\n`;
}

/** Keys come once in the life of a state folder: the marker is set when they have been printed. */
async function printFirstKeys(running: Running, print: (text: string) => Promise<unknown>): Promise<void> {
  const marker = path.join(running.folder, 'keys-were-printed');
  if (existsSync(marker)) return;
  const { CONSOLE_ORIGIN: consoleOrigin, REQUIRE_HTTPS: requireHttps } = running.settings.values;
  const shown = { api: originsOf(running).api, hasConsole: consoleOrigin !== '', requiresHttps: requireHttps === 'on' };
  await print(await running.machine.insist((control) => firstKeys(control, running.adminToken, shown)));
  writeWhole(marker, '');
}

/**
 * Runs the machine and tells where it is.
 * @param print writes to whoever started it, and waits until that is done
 * @throws Error, the one line that says why it does not run
 */
export async function runAtDesk(
  options: Omit<RunOptions, 'place'>,
  print: (text: string) => Promise<unknown>,
): Promise<Running> {
  const running = await run({ ...options, place: 'desk' });
  try {
    await printFirstKeys(running, print);
    const threats = await running.machine.insist((control) => threatListLine(control, running.adminToken));
    await print(readyText(running, options.env) + threats);
  } catch (error) {
    await running.machine.stop();
    throw error;
  }
  return running;
}
