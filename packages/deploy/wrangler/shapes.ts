/**
 * The output formats of wrangler 4.135 (cloudflare/workers-sdk, packages/wrangler/src: user/whoami.ts, kv/helpers.ts,
 * d1/list.ts, d1/execute.ts, versions/types.ts, secret/index.ts; packages/workers-utils/src/output.ts). Results are
 * read from JSON alone.
 */
import { stripVTControlCharacters } from 'node:util';
import { Failure } from '#machine/failure';
import type { CommandResult } from './run';

export const WRANGLER_VERSION = '4.135.0';

export type Login = {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly authType: string;
  /** Undefined for an API token, whose permissions cannot be read. */
  readonly tokenPermissions?: readonly string[];
};
export type Namespace = { readonly id: string; readonly title: string };
export type Database = {
  readonly uuid: string;
  readonly name: string;
  /** null: anywhere. */
  readonly jurisdiction?: string | null;
};
export type Row = Readonly<Record<string, string | number | null>>;
/** The fields of a binding that the deploy command reads. */
export type Binding = {
  readonly type: string;
  readonly name: string;
  readonly text?: string;
  readonly id?: string;
  readonly namespace_id?: string;
  readonly script_name?: string;
};
export type Version = {
  readonly id: string;
  readonly message: string;
  readonly bindings: readonly Binding[];
  /** The part of the worker's requests that this version serves. */
  readonly serves: 'everything' | 'a part' | 'nothing';
  /** Undefined if wrangler does not report it. */
  readonly compatibilityDate?: string | undefined;
};
/** A line of the file that WRANGLER_OUTPUT_FILE_PATH names. */
export type OutputEntry = {
  readonly type: string;
  readonly code?: number;
  readonly message?: string;
  readonly version_id?: string | null;
  readonly targets?: readonly string[];
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses the JSON that wrangler printed. Empty lines or a warning may precede it. */
export function parseJson(stdout: string): unknown {
  const start = stdout.search(/^[[{]/m);
  try {
    return JSON.parse(stdout.slice(start));
  } catch {
    return undefined;
  }
}

/** @throws Failure if the output has another format */
export function expectShape<T>(value: unknown, isValid: (value: unknown) => boolean, command: string): T {
  if (isValid(value)) return value as T;
  throw new Failure(
    `wrangler responded to "${command}" in an unknown format; this command was written for wrangler ${WRANGLER_VERSION}.`,
  );
}

const parseList = (fields: readonly string[]) => (value: unknown) =>
  Array.isArray(value) && value.every((one) => isObject(one) && fields.every((field) => isText(one[field])));

export const isNamespaces = parseList(['id', 'title']);
export const isDatabases = parseList(['uuid', 'name']);
export const isLogin = (value: unknown) => isObject(value) && parseList(['id', 'name'])(value.accounts);
export const isSecrets = parseList(['type', 'name']);
export const isResults = (value: unknown) =>
  Array.isArray(value) && value.every((one) => isObject(one) && one.success === true && Array.isArray(one.results));
export const isDeployment = (value: unknown) => isObject(value) && parseList(['version_id'])(value.versions);
export const isVersion = (value: unknown) =>
  isObject(value) &&
  isText(value.id) &&
  isObject(value.resources) &&
  parseList(['type', 'name'])(value.resources.bindings);

/** Parses the complete lines of an output file. A killed wrangler may have left a part of a line. */
export const outputEntriesIn = (text: string): OutputEntry[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as OutputEntry);

/** Returns why a command failed: the error code, the HTTP status of the API if it is known, and one line for people. */
export function findReason(
  { stdout, stderr }: CommandResult,
  outputs: readonly OutputEntry[],
): { code?: number; status?: number; text: string } {
  const failed = outputs.find(({ type }) => type === 'command-failed');
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`).split('\n');
  // The line below an API error has the reason and its code. The error itself has only the address.
  const note = lines.find((line) => /\[code: \d+\]/.test(line));
  const error = lines.find((line) => line.includes('[ERROR]'))?.replace(/^.*\[ERROR\]\s*/, '');
  const code = failed?.code ?? Number(/\[code: (\d+)\]/.exec(note ?? '')?.[1] ?? Number.NaN);
  const reason = note ?? error ?? failed?.message ?? 'it said nothing';
  // If routes or cron could not be set, the reason is an item of a list (deploy-helpers: triggers/deploy.ts).
  const text = reason
    .replaceAll(/["{}]/g, '')
    .replace(/^[\s-]+/, '')
    .trim();
  // Some commands, such as those of KV, use Cloudflare's SDK. core/handle-errors.ts then prints no status, but the
  // output file has it.
  const status = Number(/^(\d{3}) /.exec(failed?.message ?? '')?.[1] ?? Number.NaN);
  return {
    ...(Number.isNaN(code) ? {} : { code }),
    ...(Number.isNaN(status) ? {} : { status }),
    text: text.split('\n')[0] ?? '',
  };
}

/** A command of wrangler failed, or did not end in time. It may have changed the account nevertheless. */
export class WranglerFailure extends Failure {
  readonly code: number | undefined;
  /** The HTTP status of the API, if wrangler reports it. */
  readonly status: number | undefined;

  constructor(command: string, code: number | undefined, text: string, status?: number) {
    super(`wrangler ${command}: ${text}`);
    this.code = code;
    this.status = status;
  }
}
