/** The commands that the deploy command asks of wrangler 4.135, on an account in a file. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Account } from './account';
import { deploy, uploadVersion } from './deploy';
import {
  type Called,
  configurationIn,
  failed,
  failedJson,
  refused,
  refusedBySdk,
  type Said,
  said,
  saidJson,
} from './said';

/** @param isHalf the command ends between the two halves of what it does */
export type Command = (account: Account, called: Called, isHalf: boolean) => Said;

export const flag = ({ flags }: Called, name: string): string => String(flags[name] ?? '');

/** packages/wrangler/src/user/whoami.ts. */
const whoami: Command = (account) => {
  if (!account.isLoggedIn) return { ...failed('{"loggedIn":false}'), stdout: '\n{"loggedIn":false}\n', stderr: '' };
  const { id, name, others, authType, tokenPermissions } = account;
  return saidJson({
    loggedIn: true,
    authType,
    email: 'op@example.com',
    accounts: [{ name, id }, ...others],
    tokenPermissions,
  });
};

/** packages/wrangler/src/kv/index.ts: text, of which nobody reads an id; 10014 for a title that is there. */
const createNamespace: Command = (account, called) => {
  const [, , , title = ''] = called.positionals;
  const jurisdiction = flag(called, 'jurisdiction');
  if (account.namespaces.some((one) => one.title === title))
    return failed(`A KV namespace with the title "${title}" already exists.`);
  if (jurisdiction !== '' && !account.offersKvJurisdiction)
    return refusedBySdk(400, 10_029, 'this option is not available');
  account.namespaces.push({ id: randomUUID().replaceAll('-', ''), title, ...(jurisdiction && { jurisdiction }) });
  return said(`🌀 Creating namespace with title "${title}"\n✨ Success!`);
};

/** packages/wrangler/src/kv/helpers.ts. */
const listNamespaces: Command = ({ namespaces }) =>
  saidJson(namespaces.map(({ id, title }) => ({ id, title, supports_url_encoding: true })));

const deleteNamespace: Command = (account, called) => {
  const id = flag(called, 'namespace-id');
  if (!account.namespaces.some((one) => one.id === id)) return refusedBySdk(404, 10_013, 'namespace not found');
  account.namespaces = account.namespaces.filter((one) => one.id !== id);
  return said(`Deleting KV namespace ${id}.\nDeleted KV namespace ${id}.`);
};

/** packages/wrangler/src/d1/create.ts. */
const createDatabase: Command = (account, called) => {
  const [, , name = ''] = called.positionals;
  const jurisdiction = flag(called, 'jurisdiction');
  if (account.databases.some((one) => one.name === name)) return failed('A database with that name already exists');
  account.databases.push({
    uuid: randomUUID(),
    name,
    migrations: [],
    links: [0, 0],
    ...(jurisdiction && { jurisdiction }),
  });
  return said(`✅ Successfully created DB '${name}' in region WEUR\nCreated your new D1 database.`);
};

/** packages/wrangler/src/d1/list.ts. */
const listDatabases: Command = ({ databases }) =>
  saidJson(
    databases.map(({ uuid, name }) => ({ uuid, name, created_at: '2026-11-22T00:00:00Z', version: 'production' })),
  );

const deleteDatabase: Command = (account, called) => {
  const [, , name = ''] = called.positionals;
  if (!account.databases.some((one) => one.name === name))
    return failed(`Couldn't find a D1 DB named '${name}' in the API.`);
  account.databases = account.databases.filter((one) => one.name !== name);
  return said(`About to delete DB ${name}\nDeleting...\nDeleted '${name}' successfully.`);
};

/** packages/wrangler/src/d1/execute.ts, for the questions that the deploy command asks. */
const execute: Command = (account, called) => {
  const [, , name = ''] = called.positionals;
  const database = account.databases.find((one) => one.name === name);
  if (database === undefined) return failedJson(`Couldn't find a D1 DB named '${name}' in the API.`);
  const sql = flag(called, 'command');
  const results = (rows: unknown[]) => saidJson([{ results: rows, success: true, meta: { duration: 0.2 } }]);
  const isMigrated = database.migrations.length > 0;
  if (/FROM sqlite_master/.test(sql)) return results(isMigrated ? [{ name: 'd1_migrations' }, { name: 'links' }] : []);
  if (/FROM d1_migrations/.test(sql)) return results(database.migrations.map((one) => ({ name: one })));
  if (/FROM links/.test(sql)) return results([{ alive: database.links[0], codes: database.links[1] }]);
  return failedJson(`no such question: ${sql}`);
};

/** packages/wrangler/src/d1/migrations/apply.ts: one after the other, each whole. */
const migrate: Command = (account, called, isHalf) => {
  const config = configurationIn(flag(called, 'config'));
  const [{ database_id: id, database_name: name, migrations_dir: folder }] = config.d1_databases;
  // d1/utils.ts: a binding without an id is looked up by its name.
  const database = account.databases.find((one) => (id === undefined ? one.name === name : one.uuid === id));
  if (database === undefined)
    return refused(`/accounts/${account.id}/d1/database/${id}/query`, 7_404, 'The database could not be found');
  const all = readdirSync(folder)
    .filter((one) => one.endsWith('.sql'))
    .sort();
  const missing = all.filter((one) => !database.migrations.includes(one));
  for (const one of isHalf ? missing.slice(0, 3) : missing) database.migrations.push(one);
  return said(missing.length === 0 ? '✅ No migrations to apply!' : `Migrations to be applied:\n${missing.join('\n')}`);
};

/** packages/deploy-helpers/src/deploy/helpers/worker-not-found-error.ts. */
const noWorker = (account: Account, name: string): Said =>
  refused(
    `/accounts/${account.id}/workers/scripts/${name}/deployments`,
    10_007,
    'This Worker does not exist on your account.',
  );

/** packages/wrangler/src/versions/deployments/status.ts. */
const status: Command = (account, called) => {
  const name = flag(called, 'name');
  const worker = account.workers[name];
  if (worker === undefined) return noWorker(account, name);
  const shares = worker.shares ?? { [worker.version.id]: 100 };
  const versions = Object.entries(shares).map(([id, percentage]) => ({ version_id: id, percentage }));
  return saidJson({
    id: randomUUID(),
    source: 'wrangler',
    strategy: 'percentage',
    author_email: '',
    created_on: '',
    versions,
  });
};

/** packages/wrangler/src/versions/view.ts. */
const viewVersion: Command = (account, called) => {
  const name = flag(called, 'name');
  const worker = account.workers[name];
  if (worker === undefined) return noWorker(account, name);
  const [, , asked = ''] = called.positionals;
  const { id, message, bindings } = worker.uploaded?.[asked] ?? worker.version;
  const secrets = Object.keys(worker.secrets).map((one) => ({ type: 'secret_text', name: one }));
  return saidJson({
    id,
    number: 1,
    metadata: { created_on: '', modified_on: '', source: 'wrangler' },
    annotations: { 'workers/triggered_by': 'upload', 'workers/message': message },
    resources: { bindings: [...bindings, ...secrets], script: { etag: '' }, script_runtime: {} },
  });
};

/** packages/wrangler/src/versions/deploy.ts. Its output file has the shares; nobody reads them there. */
const deployVersions: Command = (account, called) => {
  const name = flag(called, 'name');
  const worker = account.workers[name];
  if (worker === undefined) return noWorker(account, name);
  const specs = called.positionals.slice(2).map((spec) => spec.split('@'));
  const shares = Object.fromEntries(specs.map(([id = '', share = '']) => [id, Number.parseInt(share, 10)]));
  if (Object.values(shares).reduce((sum, one) => sum + one, 0) !== 100)
    return failed('Sum of specified percentages must be 100');
  const known = { ...worker.uploaded, [worker.version.id]: worker.version };
  const unknown = Object.keys(shares).find((id) => known[id] === undefined);
  if (unknown !== undefined)
    return refused(`/accounts/${account.id}/workers/scripts/${name}`, 10_021, 'no such version');
  worker.shares = shares;
  worker.uploaded = known;
  const [most = ''] = Object.keys(shares).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
  worker.version = known[most] ?? worker.version;
  return said(`Deployed ${name}`, [{ type: 'version-deploy', version: 1, worker_name: name, version_traffic: shares }]);
};

/** packages/wrangler/src/delete.ts. With --force it asks nothing, and breaks what depends on it. */
const deleteWorker: Command = (account, called) => {
  const [, name = ''] = called.positionals;
  if (account.workers[name] === undefined) return noWorker(account, name);
  delete account.workers[name];
  return said(`Successfully deleted ${name}`);
};

/** A command by its words, and whether it changes something. */
export const COMMANDS: readonly [words: string, changes: boolean, command: Command][] = [
  ['whoami', false, whoami],
  ['kv namespace list', false, listNamespaces],
  ['kv namespace create', true, createNamespace],
  ['kv namespace delete', true, deleteNamespace],
  ['d1 list', false, listDatabases],
  ['d1 create', true, createDatabase],
  ['d1 execute', false, execute],
  ['d1 migrations apply', true, migrate],
  ['d1 delete', true, deleteDatabase],
  ['deployments status', false, status],
  ['versions view', false, viewVersion],
  ['versions upload', true, uploadVersion],
  ['versions deploy', true, deployVersions],
  ['deploy', true, deploy],
  ['delete', true, deleteWorker],
];
