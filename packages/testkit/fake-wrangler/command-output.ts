/** The output of commands, in the format of wrangler 4.135. The sources are paths in cloudflare/workers-sdk. */
import { readFileSync } from 'node:fs';
import type { Account } from './account';

/** @param outputs lines of WRANGLER_OUTPUT_FILE_PATH (packages/workers-utils/src/output.ts) */
export type CommandOutput = { code: number; stdout: string; stderr: string; outputs: Record<string, unknown>[] };

const SESSION = { type: 'wrangler-session', version: 1, wrangler_version: '4.135.0' };

/** Without its banner wrangler prints an empty line before the output of a command. */
export const succeeded = (stdout: string, outputs: Record<string, unknown>[] = []): CommandOutput => ({
  code: 0,
  stdout: `\n${stdout}\n`,
  stderr: '',
  outputs: [SESSION, ...outputs],
});

export const succeededJson = (value: unknown): CommandOutput => succeeded(JSON.stringify(value, null, 2));

/** packages/wrangler/src/core/handle-errors.ts and register-yargs-command.ts. */
export const failed = (message: string, code?: number): CommandOutput => ({
  code: 1,
  stdout: '\n',
  stderr: `\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1m${message}\u001b[0m\n\n`,
  outputs: [
    SESSION,
    { type: 'command-failed', version: 1, ...(code !== undefined && { code }), message: message.split('\n')[0] },
  ],
});

/** packages/workers-utils/src/cfetch: the notes of an APIError follow its message, each with its code. */
export const refused = (resource: string, code: number, text: string): CommandOutput =>
  failed(`A request to the Cloudflare API (${resource}) failed.\n\n  ${text} [code: ${code}]`, code);

/**
 * An error of Cloudflare's SDK, which the commands of KV use. core/handle-errors.ts prints its notes without status and
 * address. The output file has the message of the error, which begins with the status. It has no code.
 */
export const refusedBySdk = (status: number, code: number, text: string): CommandOutput => {
  const shown = failed(`A request to the Cloudflare API failed.\n\n  ${text} [code: ${code}]`);
  const message = `${status} ${JSON.stringify({ success: false, errors: [{ code, message: text }] })}`;
  return { ...shown, outputs: [SESSION, { type: 'command-failed', version: 1, message }] };
};

/** packages/wrangler/src/d1/execute.ts: with --json the error is on standard output. */
export const failedJson = (text: string): CommandOutput => {
  const json = JSON.stringify({ error: { text } }, null, 2);
  return { ...failed(json), stdout: `\n${json}\n`, stderr: '' };
};

/** Reads a configuration, with or without comments. */
export const configurationIn = (file: string) => JSON.parse(readFileSync(file, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''));

/** The arguments of a command. */
export type Call = {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | true>>;
};

/** `half`: the command ends after the first half of its work. `repeated`: the command sends a request a second time. */
export type Execution = 'whole' | 'half' | 'repeated';

export type Command = (account: Account, call: Call, execution: Execution) => CommandOutput;

export const flag = ({ flags }: Call, name: string): string => String(flags[name] ?? '');

export type ClassMigration = {
  readonly tag: string;
  readonly new_sqlite_classes?: readonly string[];
  readonly transferred_classes?: readonly {
    readonly from: string;
    readonly from_script: string;
    readonly to: string;
  }[];
};
/** The fields of a configuration that the fake wrangler reads. */
export type Config = {
  readonly name: string;
  readonly main: string;
  readonly compatibility_date: string;
  readonly vars: Record<string, string>;
  readonly d1_databases: readonly { readonly database_id?: string; readonly database_name: string }[];
  readonly kv_namespaces: readonly { readonly binding: string; readonly id?: string }[];
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string; readonly script_name?: string }[];
  };
  readonly migrations: readonly ClassMigration[];
  readonly workers_dev: boolean;
  readonly routes?: readonly { readonly pattern: string }[];
  readonly triggers?: { readonly crons: readonly string[] };
};
