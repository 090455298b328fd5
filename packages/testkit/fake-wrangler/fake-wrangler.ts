/** A wrangler that keeps its account in a file, and fails, hangs, loses its response or is killed at its n-th call. */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CommandResult, RunWrangler } from '../../deploy/wrangler/run';
import { type Account, type Mode, readAccount, writeAccount } from './account';
import { type Call, type CommandOutput, type Execution, failed, refused, refusedBySdk } from './command-output';
import { COMMANDS } from './commands';

/** Thrown instead of a kill by SIGKILL, which would also end the test. */
export class Killed extends Error {}

/** Returns the fault of this call, if it has one. The number of a call counts those of all processes on the account. */
export function takeFault(account: Account, called: string): Mode | undefined {
  account.calls++;
  const { fault } = account;
  if (fault === undefined || (fault.at !== account.calls && !called.startsWith(`${fault.at} `))) return undefined;
  delete account.fault;
  return fault.mode;
}

/** Parses the arguments of wrangler that the deploy command uses, as yargs does. */
function parseCall(args: readonly string[]): Call {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const texts = [
    'config',
    'jurisdiction',
    'command',
    'name',
    'message',
    'secrets-file',
    'namespace-id',
    'outdir',
    'update-config',
  ];
  const flags = ['json', 'remote', 'strict', 'force', 'skip-confirmation', 'dry-run', 'yes'];
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(texts.map((name) => [name, text])),
      ...Object.fromEntries(flags.map((name) => [name, flag])),
    },
  });
  return { positionals, flags: values as Call['flags'] };
}

function perform(account: Account, call: Call, accountId: string | undefined, execution: Execution): CommandOutput {
  const words = call.positionals.join(' ');
  const row = COMMANDS.find(([start]) => words === start || words.startsWith(`${start} `));
  if (row === undefined) return failed(`Unknown command: ${words}`);
  const [name, changes, command] = row;
  const isOffline = name === 'whoami' || call.flags['dry-run'] === true;
  if (!isOffline && !account.isLoggedIn)
    return failed("In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN");
  // packages/wrangler/src/user/user.ts: without a terminal nobody can choose an account.
  if (!isOffline && account.others.length > 0 && accountId === undefined)
    return failed('More than one account available but unable to select one in non-interactive mode.');
  if (account.forbidden.some((start) => name.startsWith(start)))
    return name.startsWith('kv')
      ? refusedBySdk(403, 10_000, 'Authentication error')
      : refused(`/accounts/${account.id}`, 10_000, 'Authentication error');
  const first = command(account, call, execution);
  // `deploy` repeats its upload itself.
  const output =
    execution === 'repeated' && first.code === 0 && name !== 'deploy' ? command(account, call, execution) : first;
  const isChange = typeof changes === 'function' ? changes(call) : changes;
  if (isChange && output.code === 0 && call.flags['dry-run'] !== true) account.changes.push(words);
  return output;
}

/** The output of a command that has lost its response, or ended halfway. */
const LOST: CommandResult = {
  code: 1,
  stdout: '\n',
  stderr: '✘ [ERROR] The request to Cloudflare\u2019s API timed out.\n',
};
const HUNG: CommandResult = { code: null, stdout: '', stderr: '' };

/** Runs one command on the account in a file, with the fault of this call. */
export function runOnce(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CommandResult | 'killed' {
  const account = readAccount(file);
  const fault = takeFault(account, args.join(' '));
  const isNotPerformed = fault === 'refused' || fault === 'hung before' || fault === 'killed before';
  const performed = isNotPerformed
    ? undefined
    : perform(
        account,
        parseCall(args),
        env.CLOUDFLARE_ACCOUNT_ID,
        fault === 'half' || fault === 'repeated' ? fault : 'whole',
      );
  writeAccount(file, account);
  if (fault?.startsWith('killed')) return 'killed';
  if (fault?.startsWith('hung')) return HUNG;
  if (fault === 'lost' || fault === 'half') return LOST;
  const output = performed ?? refused('/accounts', 10_001, 'Internal error');
  const lines = output.outputs.map((one) => `${JSON.stringify(one)}\n`).join('');
  if (env.WRANGLER_OUTPUT_FILE_PATH) appendFileSync(env.WRANGLER_OUTPUT_FILE_PATH, lines);
  return { code: output.code, stdout: output.stdout, stderr: output.stderr };
}

/** Returns the fake wrangler as a function in the same process, because tests make hundreds of runs. */
export const fakeWrangler =
  (file: string, onCall: (args: readonly string[]) => void = () => {}): RunWrangler =>
  async (args, { env }) => {
    onCall(args);
    const ended = runOnce(file, args, env);
    if (ended === 'killed') throw new Killed('killed');
    return ended;
  };
