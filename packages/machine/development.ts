/**
 * `npm start`: starts the machine for development, and prints its addresses. On a new state folder it makes and prints
 * the first accounts, keys and sign-in link.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Control } from './control';
import { writeWhole } from './processes.mjs';
import { type Running, type RunOptions, run } from './run';
import { secretFile } from './secrets';

const HTTPS_ALONE = `REQUIRE_HTTPS is on: plain http gets 403 from the API, and 308 from short links. A proxy that accepts https in
front of these ports must send X-Forwarded-Proto: https.
`;

/** The origins of both workers on this computer. */
function listLocalOrigins({ config: { sockets } }: Running) {
  const makeOrigin = (address = '') => `http://127.0.0.1:${address.slice(address.lastIndexOf(':') + 1)}`;
  return { api: makeOrigin(sockets.api ?? sockets.short), short: makeOrigin(sockets.short) };
}

function formatReady(running: Running, env: RunOptions['env']): string {
  const { api, short } = listLocalOrigins(running);
  const { CONSOLE_ORIGIN: consoleOrigin, REQUIRE_HTTPS: requireHttps } = running.config.values;
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
 * Prints the first keys once per state folder. The marker is written after the print, so the next start prints keys if
 * a crash has prevented it.
 */
async function printFirstKeys(running: Running, print: (text: string) => Promise<unknown>): Promise<void> {
  const marker = path.join(running.folder, 'keys-were-printed');
  if (existsSync(marker)) return;
  const { CONSOLE_ORIGIN: consoleOrigin, REQUIRE_HTTPS: requireHttps } = running.config.values;
  const shown = {
    api: listLocalOrigins(running).api,
    hasConsole: consoleOrigin !== '',
    requiresHttps: requireHttps === 'on',
  };
  await print(await running.machine.insist((control) => makeFirstKeys(control, running.adminToken, shown)));
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
    const threats = await running.machine.insist((control) => describeThreatList(control, running.adminToken));
    await print(formatReady(running, options.env) + threats);
  } catch (error) {
    await running.machine.stop();
    throw error;
  }
  return running;
}

/** The plans that get a key. */
const PLANS = ['FREE', 'HOBBY', 'INDIE', 'PRO'];

type Shown = {
  /** Origin of the API. */
  readonly api: string;
  /** Whether the console is switched on. */
  readonly hasConsole: boolean;
  /** Whether plain http is refused. */
  readonly requiresHttps: boolean;
};

async function make<T>(control: Control, token: string, path: string, body: unknown): Promise<T> {
  const response = await control.api('POST', path, token, body);
  if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

/**
 * Makes an account and a key for each plan through the operator's API. The sign-in link is that of the last account,
 * because its plan has every feature.
 * @returns the text to print; no later call can read these keys again
 */
async function makeFirstKeys(control: Control, token: string, shown: Shown): Promise<string> {
  const made: { key: string; accountId: string }[] = [];
  for (const plan of PLANS) made.push(await make(control, token, '/admin/keys', { name: `Local ${plan}`, plan }));
  const asProxy = shown.requiresHttps ? " -H 'X-Forwarded-Proto: https'" : '';
  return `
An account and an API key for each plan. They are shown this once:
${made.map(({ key }, index) => `  ${PLANS[index]?.padEnd(6)} ${key}`).join('\n')}

Make a short link:
  curl -s ${shown.api}/v2/shorten -H 'Authorization: Bearer ${made[0]?.key}' -H 'Content-Type: application/json'${asProxy} -d '{"url":"https://example.com/hello"}'
${shown.hasConsole ? await makeSignInText(control, token, made.at(-1)?.accountId ?? '') : ''}`;
}

async function makeSignInText(control: Control, token: string, accountId: string): Promise<string> {
  const { url } = await make<{ url: string }>(control, token, `/admin/accounts/${accountId}/sign-in-link`, {});
  return `
Open the developer console as ${PLANS.at(-1)} (this link works once, for 15 minutes):
  ${url}
`;
}

/**
 * The line of `npm start` about the threat list.
 * @returns the line with its newline, or '' if a list was imported or the API does not respond
 */
async function describeThreatList(control: Pick<Control, 'api'>, token: string): Promise<string> {
  try {
    const response = await control.api('GET', '/admin/threats', token);
    const { importedEntries } = (await response.json()) as { importedEntries?: number | null };
    if (importedEntries !== 0) return '';
    return 'The threat list holds only test addresses; fill it with: npm run threats -- import FILE\n';
  } catch {
    return '';
  }
}
