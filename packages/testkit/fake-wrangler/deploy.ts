/**
 * `wrangler deploy` (workers-sdk, packages/deploy-helpers/src/deploy/deploy.ts): first the upload, then routes and
 * cron.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type Account, type Binding, digestText, type Worker } from './account';
import {
  type Call,
  type ClassMigration,
  type Command,
  type CommandOutput,
  type Config,
  configurationIn,
  type Execution,
  failed,
  refused,
  succeeded,
} from './command-output';

/** The classes that a script exports, by a part of the path of its entry point. */
const EXPORTS: readonly [RegExp, readonly string[]][] = [
  [/apps\/redirect\//, ['ClickCounter', 'Statistics']],
  [/dist\/api\//, ['KeyMeter', 'AddressMeter']],
  [/dist\/one\//, ['ClickCounter', 'Statistics', 'KeyMeter', 'AddressMeter']],
];

class Refused extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/**
 * Returns the migrations to send (helpers/durable.ts): those after the script's tag, or all if the file lacks that tag.
 */
function migrationsToSend({ migrations }: Config, tag: string | undefined): readonly ClassMigration[] {
  const at = migrations.findIndex((one) => one.tag === tag);
  return migrations.slice(at + 1);
}

/**
 * Applies migrations of Durable Object classes, with the error codes of Cloudflare
 * (developers.cloudflare.com/durable-objects/reference/durable-objects-migrations).
 */
function migrate(
  account: Account,
  classes: Record<string, string>,
  steps: readonly ClassMigration[],
  exported: readonly string[],
): void {
  const mustBeNew = (name: string) => {
    if (classes[name] !== undefined)
      throw new Refused(
        10_074,
        `Cannot apply new-class migration to class '${name}' that is already depended on by existing Durable Objects.`,
      );
    if (!exported.includes(name)) throw new Refused(10_070, `New version of script does not export class '${name}'.`);
  };
  for (const { new_sqlite_classes: made = [], transferred_classes: transferred = [] } of steps) {
    for (const name of made) {
      mustBeNew(name);
      classes[name] = randomUUID();
    }
    for (const { from, from_script: script, to } of transferred) {
      mustBeNew(to);
      const source = account.workers[script]?.classes;
      const kept = source?.[from];
      if (source === undefined || kept === undefined)
        throw new Refused(10_072, `Cannot transfer class '${from}' of '${script}'.`);
      delete source[from];
      classes[to] = kept;
    }
  }
  const orphan = Object.keys(classes).find((name) => !exported.includes(name));
  if (orphan !== undefined)
    throw new Refused(
      10_064,
      `New version of script does not export class '${orphan}' which is depended on by existing Durable Objects.`,
    );
}

/**
 * Returns the ids of the bound D1 and KV. wrangler finds a resource without an id by its name, or creates it
 * (helpers/provision-bindings.ts). The name of the D1 database is in the file; a namespace is called
 * `<worker>-<binding>`.
 */
function provisioned(account: Account, { name, d1_databases, kv_namespaces }: Config): { d1: string; kv: string } {
  const [database] = d1_databases;
  const [namespace] = kv_namespaces;
  const title = `${name}-${namespace?.binding.toLowerCase()}`;
  const kept = account.namespaces.find((one) => one.title === title);
  if (namespace?.id === undefined && kept === undefined) account.namespaces.push({ id: randomUUID(), title });
  const d1 = database?.database_id ?? account.databases.find((one) => one.name === database?.database_name)?.uuid;
  const kv = namespace?.id ?? account.namespaces.find((one) => one.title === title)?.id;
  return { d1: d1 ?? '', kv: kv ?? '' };
}

function listBindings(account: Account, config: Config, classes: Record<string, string>): Binding[] {
  const { d1, kv } = provisioned(account, config);
  if (!account.databases.some(({ uuid }) => uuid === d1))
    throw new Refused(10_181, 'binding DB of type d1 must have a valid `id` specified.');
  if (!account.namespaces.some(({ id }) => id === kv)) throw new Refused(10_041, `KV namespace '${kv}' not found.`);
  for (const { class_name: name, script_name: script } of config.durable_objects.bindings) {
    const there = script === undefined ? classes : account.workers[script]?.classes;
    if (there?.[name] === undefined)
      throw new Refused(
        10_061,
        `Cannot create binding for class '${name}' of script '${script ?? config.name}' because it is not there.`,
      );
  }
  return [
    { type: 'd1', name: 'DB', id: d1 },
    { type: 'kv_namespace', name: 'ROUTES', namespace_id: kv },
    ...config.durable_objects.bindings.map((one) => ({ type: 'durable_object_namespace', ...one })),
    ...Object.entries(config.vars).map(([name, text]) => ({ type: 'plain_text', name, text })),
  ];
}

/** Reads the file of secrets. It throws if other users may read the file, which the real wrangler does not check. */
function readSecrets(file: string | true | undefined): Record<string, string> {
  if (typeof file !== 'string') return {};
  if ((statSync(file).mode & 0o077) !== 0) throw new Error(`${file} may be read by others`);
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, digestText(text)]));
}

function upload(account: Account, config: Config, call: Call, steps: readonly ClassMigration[]): Worker {
  const before = account.workers[config.name];
  const exported = EXPORTS.find(([file]) => file.test(config.main))?.[1] ?? [];
  const classes = { ...before?.classes };
  migrate(account, classes, steps, exported);
  const bindings = listBindings(account, config, classes);
  const secrets = { ...account.buttonSecrets, ...before?.secrets, ...readSecrets(call.flags['secrets-file']) };
  // A worker without a PEPPER throws at its start: error 10021 of the upload.
  if (secrets.PEPPER === undefined)
    throw new Refused(10_021, 'Uncaught Error: PEPPER is missing or shorter than 32 characters.');
  const { compatibility_date: compatibilityDate } = config;
  const version = { id: randomUUID(), message: String(call.flags.message ?? ''), bindings, compatibilityDate };
  const tag = config.migrations.at(-1)?.tag;
  const { undeployed: _, beside: __, isEdited: ___, shares: ____, ...kept } = before ?? ({} as Partial<Worker>);
  return {
    crons: [],
    domains: [],
    isOnWorkersDev: false,
    ...kept,
    version,
    secrets,
    classes,
    ...(tag && { migrationTag: tag }),
  };
}

/** packages/deploy-helpers/src/deploy/versions-upload.ts: it refuses a version with new classes. */
export const uploadVersion: Command = (account, call) => {
  const config = configurationIn(String(call.flags.config)) as Config;
  const worker = account.workers[config.name];
  if (worker === undefined) return failed('The Worker does not exist: deploy it first.');
  if (migrationsToSend(config, worker.migrationTag).length > 0)
    return failed(
      'This Worker has a pending Durable Object migration, which cannot be applied by `wrangler versions upload`.',
    );
  try {
    const { version } = upload(account, config, call, []);
    worker.uploaded = { ...worker.uploaded, [version.id]: version };
    const report = { type: 'version-upload', version: 1, worker_name: config.name, version_id: version.id };
    return succeeded(`Worker Version ID: ${version.id}`, [report]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(`/accounts/${account.id}/workers/scripts/${config.name}`, error.code, error.message);
  }
};

/**
 * Whether --strict stops the upload: for changes by the dashboard or the API, or for a variable that would replace a
 * secret (check-remote-secrets-override.ts).
 */
const isInConflict = (worker: Worker | undefined, { vars }: Config): boolean =>
  worker?.isEdited === true || Object.keys(worker?.secrets ?? {}).some((name) => name in vars);

/**
 * Uploads a worker. After a lost response wrangler sends the upload again, with migrations that the script has applied
 * already.
 */
function uploadAs(execution: Execution, account: Account, config: Config, call: Call): Worker {
  const steps = migrationsToSend(config, account.workers[config.name]?.migrationTag);
  const worker = upload(account, config, call, steps);
  account.workers[config.name] = worker;
  if (execution === 'repeated' && steps.length > 0) throw new Refused(10_079, 'migration tag precondition failed');
  return worker;
}

export const deploy: Command = (account, call, execution) => {
  const config = configurationIn(String(call.flags.config)) as Config;
  if (call.flags['dry-run'] === true) return succeeded('--dry-run: exiting now.');
  if (config.workers_dev && account.subdomain === null)
    return failed(
      'You can either deploy your worker to one or more routes by specifying them in your wrangler.json file, or register a workers.dev subdomain here:\nhttps://dash.cloudflare.com/onboarding',
    );
  // helpers/deploy-confirm.ts stops the upload. deploy.ts reports it nevertheless, without a version.
  if (call.flags.strict === true && isInConflict(account.workers[config.name], config)) {
    const aborted = failed('Aborting the upload operation because of conflicts.');
    return { ...aborted, outputs: [{ type: 'deploy', version: 1, worker_name: config.name, version_id: null }] };
  }
  try {
    const worker = uploadAs(execution, account, config, call);
    if (execution === 'half') return succeeded('Uploaded');
    const partial = hostsWithoutZone(account, config);
    if (partial !== undefined) return partial;
    const targets = setTriggers(account, worker, config);
    const report = { type: 'deploy', version: 1, worker_name: config.name, version_id: worker.version.id, targets };
    return succeeded(`Uploaded ${config.name} (2.10 sec)\nCurrent Version ID: ${worker.version.id}`, [report]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(`/accounts/${account.id}/workers/scripts/${config.name}`, error.code, error.message);
  }
};

/**
 * Sets what a deployment sets after its upload: hosts, workers.dev and cron
 * (packages/deploy-helpers/src/triggers/deploy.ts).
 */
function setTriggers(account: Account, worker: Worker, config: Config): string[] {
  const hosts = (config.routes ?? []).map(({ pattern }) => pattern);
  // Without a terminal wrangler takes a domain from the worker that has it (publish-routes.ts:
  // override_existing_origin).
  for (const other of Object.values(account.workers))
    other.domains = other.domains.filter((one) => !hosts.includes(one));
  worker.isOnWorkersDev = config.workers_dev;
  worker.domains = hosts;
  worker.crons = [...(config.triggers?.crons ?? [])];
  return [
    ...(config.workers_dev ? [`https://${config.name}.${account.subdomain}`] : []),
    ...hosts.map((host) => `${host} (custom domain)`),
    ...worker.crons.map((cron) => `schedule: ${cron}`),
  ];
}

/**
 * Returns the output for a host in no zone of the account. The text around the API's message is that of
 * triggers/deploy.ts. The message itself is an assumption, because the real one is not known.
 */
function hostsWithoutZone(account: Account, { name, routes = [] }: Config): CommandOutput | undefined {
  const isInZone = (host: string) => account.zones?.some((zone) => host.endsWith(`.${zone}`)) ?? true;
  const host = routes.map(({ pattern }) => pattern).find((one) => !isInZone(one));
  if (host === undefined) return undefined;
  const why = `A request to the Cloudflare API (/accounts/${account.id}/workers/scripts/${name}/domains/records) failed.`;
  return failed(
    `Trigger configuration for "${name}" was only partially updated:\n\n  Custom domains:\n    - ${why}\n      - no zone for ${host} [code: 100117]\n\nSuccessful trigger changes were not rolled back.`,
  );
}
