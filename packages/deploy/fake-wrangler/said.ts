/** What a command says, in the words and shapes of wrangler 4.135; the sources are paths of cloudflare/workers-sdk. */
import { readFileSync } from 'node:fs';
import type { Account } from './account';

/** @param outputs lines of WRANGLER_OUTPUT_FILE_PATH (packages/workers-utils/src/output.ts) */
export type Said = { code: number; stdout: string; stderr: string; outputs: Record<string, unknown>[] };

const SESSION = { type: 'wrangler-session', version: 1, wrangler_version: '4.135.0' };

/** An empty line stands before what is printed, where the banner is hidden. */
export const said = (stdout: string, outputs: Record<string, unknown>[] = []): Said => ({
  code: 0,
  stdout: `\n${stdout}\n`,
  stderr: '',
  outputs: [SESSION, ...outputs],
});

export const saidJson = (value: unknown): Said => said(JSON.stringify(value, null, 2));

/** packages/wrangler/src/core/handle-errors.ts and register-yargs-command.ts. */
export const failed = (message: string, code?: number): Said => ({
  code: 1,
  stdout: '\n',
  stderr: `\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1m${message}\u001b[0m\n\n`,
  outputs: [
    SESSION,
    { type: 'command-failed', version: 1, ...(code !== undefined && { code }), message: message.split('\n')[0] },
  ],
});

/** packages/workers-utils/src/cfetch: the notes of an APIError stand below it, each with its code. */
export const refused = (resource: string, code: number, text: string): Said =>
  failed(`A request to the Cloudflare API (${resource}) failed.\n\n  ${text} [code: ${code}]`, code);

/**
 * What Cloudflare's SDK throws (commands of KV): core/handle-errors.ts prints the notes without status and address, and the
 * file of WRANGLER_OUTPUT_FILE_PATH has the error's own message, which begins with the status, and no code.
 */
export const refusedBySdk = (status: number, code: number, text: string): Said => {
  const shown = failed(`A request to the Cloudflare API failed.\n\n  ${text} [code: ${code}]`);
  const message = `${status} ${JSON.stringify({ success: false, errors: [{ code, message: text }] })}`;
  return { ...shown, outputs: [SESSION, { type: 'command-failed', version: 1, message }] };
};

/** packages/wrangler/src/d1/execute.ts: with --json the error is on standard output. */
export const failedJson = (text: string): Said => {
  const json = JSON.stringify({ error: { text } }, null, 2);
  return { ...failed(json), stdout: `\n${json}\n`, stderr: '' };
};

/** A configuration, with or without comments. */
export const configurationIn = (file: string) => JSON.parse(readFileSync(file, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''));

/** A command as it was called. */
export type Called = {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | true>>;
};

/** half: the command ends between the two halves of what it does. repeated: it sends again what was done already. */
export type How = 'whole' | 'half' | 'repeated';

export type Command = (account: Account, called: Called, how: How) => Said;

export const flag = ({ flags }: Called, name: string): string => String(flags[name] ?? '');
