/**
 * What wrangler 4.135 answers, by its shape (cloudflare/workers-sdk, packages/wrangler/src: user/whoami.ts, kv/helpers.ts,
 * d1/list.ts, d1/execute.ts, versions/types.ts, secret/index.ts; packages/workers-utils/src/output.ts). Nothing is read from its prose.
 */
import { stripVTControlCharacters } from 'node:util';
import { Failure } from '../failure';
import type { Ended } from './run';

export const WRANGLER_VERSION = '4.135.0';

export type Who = {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly authType: string;
  /** Undefined for an API token, of which nobody tells. */
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
/** Of a version's bindings, what we read. */
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
  /** How much of the worker's requests. */
  readonly serves: 'everything' | 'a part' | 'nothing';
  /** Undefined where wrangler does not tell it. */
  readonly compatibilityDate?: string | undefined;
};
/** A line of the file that WRANGLER_OUTPUT_FILE_PATH names. */
export type Output = {
  readonly type: string;
  readonly code?: number;
  readonly message?: string;
  readonly version_id?: string | null;
  readonly targets?: readonly string[];
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The JSON that wrangler printed, which empty lines or a warning may stand before. */
export function jsonOf(stdout: string): unknown {
  const start = stdout.search(/^[[{]/m);
  try {
    return JSON.parse(stdout.slice(start));
  } catch {
    return undefined;
  }
}

/** @throws Failure where the answer has another shape */
export function expectShape<T>(value: unknown, isRight: (value: unknown) => boolean, asked: string): T {
  if (isRight(value)) return value as T;
  throw new Failure(
    `wrangler answered "${asked}" in a form that is not known here; this was written for wrangler ${WRANGLER_VERSION}.`,
  );
}

const listOf = (fields: readonly string[]) => (value: unknown) =>
  Array.isArray(value) && value.every((one) => isObject(one) && fields.every((field) => isText(one[field])));

export const isNamespaces = listOf(['id', 'title']);
export const isDatabases = listOf(['uuid', 'name']);
export const isWho = (value: unknown) => isObject(value) && listOf(['id', 'name'])(value.accounts);
export const isSecrets = listOf(['type', 'name']);
export const isResults = (value: unknown) =>
  Array.isArray(value) && value.every((one) => isObject(one) && one.success === true && Array.isArray(one.results));
export const isDeployment = (value: unknown) => isObject(value) && listOf(['version_id'])(value.versions);
export const isVersion = (value: unknown) =>
  isObject(value) &&
  isText(value.id) &&
  isObject(value.resources) &&
  listOf(['type', 'name'])(value.resources.bindings);

/** The whole lines of that file: a wrangler that was ended may have left half of one. */
export const outputsOf = (text: string): Output[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Output);

/** Why a command failed: its code, the API's status where that is told, and one line for people. */
export function reasonOf(
  { stdout, stderr }: Ended,
  outputs: readonly Output[],
): { code?: number; status?: number; text: string } {
  const failed = outputs.find(({ type }) => type === 'command-failed');
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`).split('\n');
  // The note under an API error, with its code, says more than the error, which names the address.
  const note = lines.find((line) => /\[code: \d+\]/.test(line));
  const error = lines.find((line) => line.includes('[ERROR]'))?.replace(/^.*\[ERROR\]\s*/, '');
  const code = failed?.code ?? Number(/\[code: (\d+)\]/.exec(note ?? '')?.[1] ?? Number.NaN);
  const said = note ?? error ?? failed?.message ?? 'it said nothing';
  // Routes and cron that could not be set stand in a list (deploy-helpers: triggers/deploy.ts).
  const text = said
    .replaceAll(/["{}]/g, '')
    .replace(/^[\s-]+/, '')
    .trim();
  // Commands of Cloudflare's SDK, such as those of KV: core/handle-errors.ts prints no status, this file has it.
  const status = Number(/^(\d{3}) /.exec(failed?.message ?? '')?.[1] ?? Number.NaN);
  return {
    ...(Number.isNaN(code) ? {} : { code }),
    ...(Number.isNaN(status) ? {} : { status }),
    text: text.split('\n')[0] ?? '',
  };
}
