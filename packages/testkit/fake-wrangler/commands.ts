/**
 * The commands of wrangler 4.135 that the deploy command uses, on the fake account. The comments name their sources,
 * which are paths in cloudflare/workers-sdk.
 */
import { randomUUID } from 'node:crypto';
import type { Account } from './account';
import {
  type Call,
  type Command,
  type CommandOutput,
  failed,
  flag,
  refused,
  refusedBySdk,
  succeeded,
  succeededJson,
} from './command-output';
import { createDatabase, deleteDatabase, execute, isWrite, listDatabases, migrate } from './d1';
import { deploy, uploadVersion } from './deploy';

/** packages/wrangler/src/user/whoami.ts. */
const whoami: Command = (account) => {
  if (!account.isLoggedIn) return { ...failed('{"loggedIn":false}'), stdout: '\n{"loggedIn":false}\n', stderr: '' };
  const { id, name, others, authType, tokenPermissions } = account;
  return succeededJson({
    loggedIn: true,
    authType,
    email: 'op@example.com',
    accounts: [{ name, id }, ...others],
    tokenPermissions,
  });
};

/**
 * packages/wrangler/src/kv/index.ts: the output is text, and the deploy command reads no id from it. A title that
 * exists is refused (10014).
 */
const createNamespace: Command = (account, call) => {
  const [, , , title = ''] = call.positionals;
  const jurisdiction = flag(call, 'jurisdiction');
  if (account.namespaces.some((one) => one.title === title))
    return failed(`A KV namespace with the title "${title}" already exists.`);
  if (jurisdiction !== '' && !account.offersKvJurisdiction)
    return refusedBySdk(400, 10_029, 'this option is not available');
  account.namespaces.push({ id: randomUUID().replaceAll('-', ''), title, ...(jurisdiction && { jurisdiction }) });
  return succeeded(`🌀 Creating namespace with title "${title}"\n✨ Success!`);
};

/** packages/wrangler/src/kv/helpers.ts. */
const listNamespaces: Command = ({ namespaces }) =>
  succeededJson(namespaces.map(({ id, title }) => ({ id, title, supports_url_encoding: true })));

const deleteNamespace: Command = (account, call) => {
  const id = flag(call, 'namespace-id');
  if (!account.namespaces.some((one) => one.id === id)) return refusedBySdk(404, 10_013, 'namespace not found');
  account.namespaces = account.namespaces.filter((one) => one.id !== id);
  return succeeded(`Deleting KV namespace ${id}.\nDeleted KV namespace ${id}.`);
};

/** packages/deploy-helpers/src/deploy/helpers/worker-not-found-error.ts. */
const noWorker = (account: Account, name: string): CommandOutput =>
  refused(
    `/accounts/${account.id}/workers/scripts/${name}/deployments`,
    10_007,
    'This Worker does not exist on your account.',
  );

/** packages/wrangler/src/versions/deployments/status.ts. */
const status: Command = (account, call) => {
  const name = flag(call, 'name');
  const worker = account.workers[name];
  if (worker === undefined || worker.undeployed === 'unknown') return noWorker(account, name);
  if (worker.undeployed === 'none') return failed(`The Worker ${name} has no deployments.`);
  const served =
    worker.beside === undefined ? { [worker.version.id]: 100 } : { [worker.beside]: 10, [worker.version.id]: 90 };
  const versions = Object.entries(worker.shares ?? served).map(([id, percentage]) => ({ version_id: id, percentage }));
  return succeededJson({
    id: randomUUID(),
    source: 'wrangler',
    strategy: 'percentage',
    author_email: '',
    created_on: '',
    versions,
  });
};

/** packages/wrangler/src/versions/view.ts. */
const viewVersion: Command = (account, call) => {
  const name = flag(call, 'name');
  const worker = account.workers[name];
  if (worker === undefined) return noWorker(account, name);
  const [, , asked = ''] = call.positionals;
  const { id, message, bindings, compatibilityDate } = worker.uploaded?.[asked] ?? worker.version;
  const secrets = Object.keys(worker.secrets).map((one) => ({ type: 'secret_text', name: one }));
  return succeededJson({
    id,
    number: 1,
    metadata: { created_on: '', modified_on: '', source: 'wrangler' },
    annotations: { 'workers/triggered_by': 'upload', 'workers/message': message },
    resources: {
      bindings: [...bindings, ...secrets],
      script: { etag: '' },
      script_runtime: { compatibility_date: compatibilityDate },
    },
  });
};

/** packages/wrangler/src/versions/deploy.ts. The deploy command does not read the shares in its output file. */
const deployVersions: Command = (account, call) => {
  const name = flag(call, 'name');
  const worker = account.workers[name];
  if (worker === undefined) return noWorker(account, name);
  const specs = call.positionals.slice(2).map((spec) => spec.split('@'));
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
  return succeeded(`Deployed ${name}`, [
    { type: 'version-deploy', version: 1, worker_name: name, version_traffic: shares },
  ]);
};

/** packages/wrangler/src/versions/list.ts: the list has the versions that may be deployed. */
const listVersions: Command = (account, call) => {
  const name = flag(call, 'name');
  const worker = account.workers[name];
  if (worker === undefined) return noWorker(account, name);
  return succeededJson(
    worker.undeployed === undefined ? [{ id: worker.version.id, metadata: { created_on: '' } }] : [],
  );
};

/** packages/wrangler/src/secret/index.ts. */
const listSecrets: Command = (account, call) => {
  const name = flag(call, 'name');
  const worker = account.workers[name];
  if (worker === undefined)
    return failed(
      `Worker "${name}" not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
    );
  return succeededJson(Object.keys(worker.secrets).map((one) => ({ name: one, type: 'secret_text' })));
};

/** packages/wrangler/src/delete.ts: with --force wrangler asks nothing, and workers that need the deleted one break. */
const deleteWorker: Command = (account, call) => {
  const [, name = ''] = call.positionals;
  if (account.workers[name] === undefined) return noWorker(account, name);
  delete account.workers[name];
  return succeeded(`Successfully deleted ${name}`);
};

/** The commands by their first words. `changes` says whether a command changes the account. */
export const COMMANDS: readonly [words: string, changes: boolean | ((called: Call) => boolean), command: Command][] = [
  ['whoami', false, whoami],
  ['kv namespace list', false, listNamespaces],
  ['kv namespace create', true, createNamespace],
  ['kv namespace delete', true, deleteNamespace],
  ['d1 list', false, listDatabases],
  ['d1 create', true, createDatabase],
  ['d1 execute', isWrite, execute],
  ['d1 migrations apply', true, migrate],
  ['d1 delete', true, deleteDatabase],
  ['deployments status', false, status],
  ['versions list', false, listVersions],
  ['versions view', false, viewVersion],
  ['versions upload', true, uploadVersion],
  ['versions deploy', true, deployVersions],
  ['secret list', false, listSecrets],
  ['deploy', true, deploy],
  ['delete', true, deleteWorker],
];
