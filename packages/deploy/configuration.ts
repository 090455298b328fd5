/**
 * Makes the wrangler files of an environment: it adds names, ids and hosts to those in the root. Their paths are
 * absolute, because the files are kept in the state folder. The message of each deployed version contains a fingerprint
 * of file and build, so the account shows which build is deployed.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { Failure } from '#machine/failure';
import { writeWhole } from '#machine/processes.mjs';
import { type Names, rateLimitId } from './names';
import type { Answers } from './state';

/** What a configuration depends on, besides the files in the root. Unknown ids are empty. */
export type Deployment = {
  readonly root: string;
  readonly environment: string;
  readonly names: Names;
  readonly answers: Answers;
  readonly namespaceId: string;
  readonly databaseId: string;
  readonly databaseName: string;
  /** The account's subdomain, such as acme.workers.dev. */
  readonly subdomain: string | undefined;
};

export type WorkerKind = 'redirect' | 'api';
type Configuration = Readonly<Record<string, unknown>>;

type Migration = { readonly tag: string; readonly [step: string]: unknown };
type Toml = {
  readonly main: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly migrations: readonly Migration[];
  readonly ratelimits?: readonly { readonly namespace_id: string }[];
  readonly durable_objects: { readonly bindings: readonly { readonly script_name?: string }[] };
  readonly assets?: { readonly directory: string };
};

/** The wrangler files of the checkout. */
export const WRANGLER_FILES = { redirect: 'wrangler.redirect.toml', api: 'wrangler.api.toml' } as const;

const read = new Map<string, Toml & Record<string, unknown>>();

/** Reads a wrangler file of the root once, because it does not change during a run. */
function readToml(root: string, kind: WorkerKind): Toml & Record<string, unknown> {
  const file = path.join(root, WRANGLER_FILES[kind]);
  const known = read.get(file) ?? (parse(readFileSync(file, 'utf8')) as never);
  read.set(file, known);
  return known;
}

/** Returns the variables that no question decides, with their values in the wrangler files. */
export function readTomlVariables(root: string): Record<string, string> {
  const {
    SHORT_BASE_URL: _,
    CONSOLE_ORIGIN: __,
    JURISDICTION: ___,
    ...vars
  } = {
    ...readToml(root, 'redirect').vars,
    ...readToml(root, 'api').vars,
  };
  return vars;
}

/** Returns the origins of both workers. They are undefined while the account's workers.dev subdomain is not known. */
export function listOrigins({ answers: { hosts }, names, subdomain }: Deployment): { short?: string; api?: string } {
  if (hosts !== 'workers.dev') return { short: `https://${hosts.short}`, api: `https://${hosts.api}` };
  if (subdomain === undefined) return {};
  return { short: `https://${names.redirect}.${subdomain}`, api: `https://${names.api}.${subdomain}` };
}

function makeVariables(toml: Toml, deployment: Deployment): Record<string, string> {
  const { short = '', api = '' } = listOrigins(deployment);
  const own = {
    SHORT_BASE_URL: short,
    CONSOLE_ORIGIN: api,
    JURISDICTION: deployment.answers.jurisdiction ?? '',
    ...deployment.answers.variables,
  };
  const known = Object.entries(own).filter(([name]) => name in toml.vars);
  return { ...toml.vars, ...Object.fromEntries(known) };
}

/**
 * The last migration tag of the one script. A redirect worker that was the one script keeps it
 * (docs/design/self-hosting.md).
 */
const ONE_TAG = 'one-v3';
const ONE_CLASSES = ['KeyMeter', 'AddressMeter'];

/**
 * Returns the migrations of a worker. In a split the API worker takes over its classes from the one script, with their
 * state.
 */
function listMigrations(
  kind: WorkerKind,
  { migrations }: Toml,
  { answers: { former: splitFrom } }: Deployment,
): readonly Migration[] {
  if (splitFrom === undefined) return migrations;
  if (kind === 'redirect') return [...migrations, { tag: ONE_TAG, new_sqlite_classes: ONE_CLASSES }];
  const transferred = ONE_CLASSES.map((name) => ({ from: name, from_script: splitFrom, to: name }));
  const [first, ...later] = migrations;
  if (JSON.stringify(first?.new_sqlite_classes) !== JSON.stringify(ONE_CLASSES))
    throw new Failure(`The first migration of ${WRANGLER_FILES.api} makes other classes than a split takes over.`);
  return [{ tag: first?.tag ?? '', transferred_classes: transferred }, ...later];
}

/** How a worker is reached: its own host, or workers.dev. */
function makeRoutes(kind: WorkerKind, { answers: { hosts } }: Deployment) {
  if (hosts === 'workers.dev') return { workers_dev: true };
  const pattern = kind === 'api' ? hosts.api : hosts.short;
  return { workers_dev: false, routes: [{ pattern, custom_domain: true }] };
}

/** Returns the wrangler configuration of a worker. */
export function makeConfiguration(kind: WorkerKind, deployment: Deployment): Configuration {
  const { root, environment, names } = deployment;
  const toml = readToml(root, kind);
  // The deploy command has built the worker already, because its fingerprint covers the built files.
  const { build: _, ...rest } = toml as Toml & { build?: unknown };
  const inRoot = (file: string) => path.join(root, file);
  const scripts = { 'swiftlet-redirect': names.redirect, 'swiftlet-api': names.api } as Record<string, string>;
  return {
    ...rest,
    name: names[kind],
    main: inRoot(toml.main),
    ...('base_dir' in toml && { base_dir: inRoot(String(toml.base_dir)) }),
    vars: makeVariables(toml, deployment),
    d1_databases: [
      {
        binding: 'DB',
        database_name: deployment.databaseName,
        database_id: deployment.databaseId,
        migrations_dir: inRoot('migrations'),
      },
    ],
    kv_namespaces: [{ binding: 'ROUTES', id: deployment.namespaceId }],
    durable_objects: {
      bindings: toml.durable_objects.bindings.map((one) =>
        one.script_name === undefined ? one : { ...one, script_name: scripts[one.script_name] },
      ),
    },
    migrations: listMigrations(kind, toml, deployment),
    ...(toml.ratelimits && {
      ratelimits: toml.ratelimits.map((one) => ({ ...one, namespace_id: rateLimitId(environment, one.namespace_id) })),
    }),
    ...(toml.assets && { assets: { ...toml.assets, directory: inRoot(toml.assets.directory) } }),
    ...makeRoutes(kind, deployment),
  };
}

/** Writes the wrangler file of a worker into the state folder, which git ignores. @returns the path of the file */
export function writeConfiguration(kind: WorkerKind, deployment: Deployment, home: string): string {
  const file = path.join(home, `${kind}.json`);
  writeWhole(file, `${JSON.stringify(makeConfiguration(kind, deployment), null, 2)}\n`);
  return file;
}

/** Builds a worker. @returns a digest of the built files */
export type Build = (kind: WorkerKind) => Promise<string>;

/**
 * Returns the fingerprint of a configuration and of a build. It does not depend on the folder of the checkout.
 * @param built the digest of the built files
 */
export function digestConfiguration(configuration: Configuration, built: string, root: string): string {
  const text = JSON.stringify(configuration).replaceAll(JSON.stringify(root).slice(1, -1), '');
  return createHash('sha256').update(text).update(built).digest('hex').slice(0, 16);
}

export const formatMessage = (version: string, fingerprint: string): string => `Swiftlet ${version} ${fingerprint}`;

/** Returns the fingerprint in the message of a version; null if this command has not deployed the version. */
export const parseFingerprint = (message: string): string | null =>
  /^Swiftlet \S+ ([0-9a-f]{16})$/.exec(message)?.[1] ?? null;
