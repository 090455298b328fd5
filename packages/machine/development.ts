/** `npm start`: starts the machine for development, and prints its addresses and first keys. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { firstKeys } from './first-keys';
import { type Running, type RunOptions, run } from './run';
import { secretFile } from './secrets';
import { threatListLine } from './threat-list';
import { writeWhole } from './write-whole.mjs';

const HTTPS_ALONE = `REQUIRE_HTTPS is on: plain http gets 403 from the API, and 308 from short links. A proxy that accepts https in
front of these ports must send X-Forwarded-Proto: https.
`;

/** The origins of both workers on this computer. */
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

/**
 * Prints the first keys once per state folder. The marker is written after the print. So if a crash prevents the print,
 * the next start prints keys.
 */
async function printFirstKeys(running: Running, print: (text: string) => Promise<unknown>): Promise<void> {
  const marker = path.join(running.folder, 'keys-were-printed');
  if (existsSync(marker)) return;
  const { CONSOLE_ORIGIN: consoleOrigin, REQUIRE_HTTPS: requireHttps } = running.settings.values;
  const shown = { api: originsOf(running).api, hasConsole: consoleOrigin !== '', requiresHttps: requireHttps === 'on' };
  await print(await running.machine.insist((control) => firstKeys(control, running.adminToken, shown)));
  writeWhole(marker, '');
}

/**
 * Starts the machine and prints its addresses.
 * @param print writes to the terminal, and resolves when the text is written
 * @throws Error; the first line of its message is the reason
 */
export async function runForDevelopment(
  options: Omit<RunOptions, 'mode'>,
  print: (text: string) => Promise<unknown>,
): Promise<Running> {
  const running = await run({ ...options, mode: 'development' });
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
