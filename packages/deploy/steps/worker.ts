/**
 * The step of a worker. It is done when a version with our fingerprint serves, and wrangler has reported routes and
 * cron.
 */

import { Failure } from '#machine/failure';
import { isSwiftlet } from '../account';
import {
  formatMessage,
  makeConfiguration,
  parseFingerprint,
  type WorkerKind,
  writeConfiguration,
} from '../configuration';
import { type Context, collectDeployment, computeFingerprint, type Step, type StepState } from '../context';
import type { SecretName } from '../secrets';
import { type Version, WranglerFailure } from '../wrangler/shapes';
import { claimPepper } from './secrets';

/** The secrets that a deployment sends to a worker that lacks them. */
const SECRETS: Record<WorkerKind, readonly SecretName[]> = {
  redirect: ['PEPPER'],
  api: ['PEPPER', 'ADMIN_TOKEN'],
};

const chooseHost = (kind: WorkerKind, { answers: { hosts } }: Context): string | null =>
  hosts === 'workers.dev' ? null : kind === 'api' ? hosts.api : hosts.short;

/** Returns the names of the secrets that the worker lacks or that are to be replaced. */
async function listMissingSecrets(kind: WorkerKind, { account, names, state }: Context): Promise<SecretName[]> {
  const there = await account.listSecrets(names[kind]);
  return SECRETS[kind].filter((name) => !there.includes(name) || state.value.renewed?.includes(name));
}

/** Returns the other secrets of the environment that the worker lacks. */
async function listOptionalSecrets(
  kind: WorkerKind,
  { account, names, secrets }: Context,
): Promise<[string, string][]> {
  const there = await account.listSecrets(names[kind]);
  return Object.entries(secrets.optionalSecrets(kind)).filter(([name]) => !there.includes(name));
}

/** Returns the secrets that the next deployment sends. */
async function collectSecrets(kind: WorkerKind, context: Context): Promise<Record<string, string>> {
  const known = (await listMissingSecrets(kind, context)).map((name): [string, string] => {
    const text = context.secrets.read(name);
    if (text === undefined) throw new Failure(`${name} must be known to deploy ${context.names[kind]}.`);
    return [name, text];
  });
  const pepper = known.find(([name]) => name === 'PEPPER')?.[1];
  if (pepper !== undefined) await claimPepper(context, pepper);
  return Object.fromEntries([...known, ...(await listOptionalSecrets(kind, context))]);
}

/**
 * Whether a worker without Swiftlet's bindings counts as ours: somebody has allowed it, or its deployment was begun
 * here.
 */
export const isOurWorker = (kind: WorkerKind, { state, names }: Context): boolean =>
  state.isAllowed(kind) || state.isOurs(`worker ${names[kind]}`);

/** Returns the question about a worker of another owner with our name, if there is one. */
async function composeWorkerQuestion(kind: WorkerKind, context: Context): Promise<string | undefined> {
  const { account, names } = context;
  const version = await account.version(names[kind]);
  if (version === null || isSwiftlet(version) || isOurWorker(kind, context)) return undefined;
  const which = version.serves === 'nothing' ? 'nothing says that it is' : 'it is not';
  return `A worker ${names[kind]} is there, and ${which} Swiftlet's. Replace it?`;
}

/**
 * Returns the question about a DNS record of the host, if there is one. Without a terminal wrangler replaces it
 * unasked.
 */
async function composeHostQuestion(kind: WorkerKind, context: Context): Promise<string | undefined> {
  const { account, state, resolves } = context;
  const host = chooseHost(kind, context);
  if (host === null || state.isOurs(`host ${host}`) || !(await resolves(host))) return undefined;
  if ((await account.variable(kind === 'api' ? 'CONSOLE_ORIGIN' : 'SHORT_BASE_URL')) === `https://${host}`)
    return undefined;
  return `${host} leads somewhere already. Its record will be replaced. Go on?`;
}

/** Returns one question with every reason why the deployment needs a yes; undefined if there is none. */
async function composeQuestion(kind: WorkerKind, context: Context): Promise<string | undefined> {
  const reasons = [await composeWorkerQuestion(kind, context), await composeHostQuestion(kind, context)];
  return reasons.filter((one) => one !== undefined).join(' ') || undefined;
}

/** Variables that the deployment will change, including those that somebody has set in the dashboard. */
function describeChangedVariables(kind: WorkerKind, { bindings }: Version, context: Context): string {
  const wanted = makeConfiguration(kind, collectDeployment(context)).vars as Record<string, string>;
  const there = bindings.filter(({ type }) => type === 'plain_text');
  const changed = there.filter(({ name, text }) => (wanted[name] ?? '') !== text).map(({ name }) => name);
  return changed.length === 0 ? '' : `, with another ${changed.join(', ')}`;
}

async function checkWorker(kind: WorkerKind, context: Context): Promise<StepState> {
  const { account, names, state } = context;
  const version = await account.version(names[kind]);
  const question = await composeQuestion(kind, context);
  const where = chooseHost(kind, context) ?? 'workers.dev';
  const change = `deploy it on ${where}`;
  if (version === null) return { isDone: false, actual: 'not there', change, ...(question && { question }) };
  if (question !== undefined) return { isDone: false, actual: 'there', change, question };
  const wanted = await computeFingerprint(kind, context);
  const there = parseFingerprint(version.message);
  const missing = [
    ...(await listMissingSecrets(kind, context)),
    ...(await listOptionalSecrets(kind, context)).map(([name]) => name),
  ];
  if (there !== wanted) {
    const actual = `another version (${there ?? version.id})`;
    return { isDone: false, actual, change: `${change} anew${describeChangedVariables(kind, version, context)}` };
  }
  if (version.serves !== 'everything')
    return {
      isDone: false,
      actual: `this version serves ${version.serves} of the requests`,
      change: `${change} again`,
    };
  if (missing.length > 0) return { isDone: false, actual: `without ${missing.join(', ')}`, change: `${change} anew` };
  if (state.value.deployed[names[kind]]?.fingerprint !== wanted)
    return { isDone: false, actual: 'uploaded, but its routes were not reported', change: `${change} again` };
  return { isDone: true, actual: `this version (${wanted})` };
}

/** Returns the account's workers.dev subdomain, which is in the addresses that wrangler reported. */
function parseSubdomain(worker: string, targets: readonly string[]): string {
  const start = `https://${worker}.`;
  const target = targets.find((one) => one.startsWith(start) && one.endsWith('.workers.dev'));
  if (target === undefined) throw new Failure(`wrangler did not report where ${worker} is on workers.dev.`);
  return target.slice(start.length);
}

async function deployOnce(kind: WorkerKind, context: Context): Promise<readonly string[]> {
  const { account, wrangler, state, names, home, version, overwrites } = context;
  const fingerprint = await computeFingerprint(kind, context);
  const secrets = await collectSecrets(kind, context);
  const file = writeConfiguration(kind, collectDeployment(context), home);
  const message = formatMessage(version, fingerprint);
  const name = names[kind];
  state.change({ sent: { ...state.value.sent, [name]: [...(state.value.sent[name] ?? []), fingerprint] } });
  const { versionId, targets } = await wrangler.deploy(file, message, { secrets, isStrict: !overwrites });
  account.forget(`worker ${name}`);
  const deployed = { ...state.value.deployed, [name]: { fingerprint, versionId, targets } };
  const renewed = (state.value.renewed ?? []).filter((one) => !(one in secrets));
  state.change({ deployed, renewed, sent: { ...state.value.sent, [name]: [] } });
  return targets;
}

/** Adds a hint to the failure if only the upload succeeded, because the host may be the cause. */
async function hintAtHost(error: unknown, kind: WorkerKind, context: Context): Promise<never> {
  const { account, names } = context;
  if (!(error instanceof WranglerFailure) || chooseHost(kind, context) === null) throw error;
  account.forget(`worker ${names[kind]}`);
  const version = await account.version(names[kind]).catch(() => null);
  if (parseFingerprint(version?.message ?? '') !== (await computeFingerprint(kind, context))) throw error;
  throw new Failure(`${error.message}. If a host is wrong, set another one with --short-host and --api-host.`);
}

async function act(kind: WorkerKind, context: Context): Promise<void> {
  const { state, names, answers } = context;
  state.begin(`worker ${names[kind]}`);
  const host = chooseHost(kind, context);
  if (host !== null) state.begin(`host ${host}`);
  const targets = await deployOnce(kind, context).catch((error) => hintAtHost(error, kind, context));
  if (answers.hosts !== 'workers.dev') return;
  // The worker needs its address as a variable, and the address is known only now. So the worker is deployed again.
  const subdomain = parseSubdomain(names[kind], targets);
  if (state.value.subdomain === subdomain) return;
  state.change({ subdomain });
  await deployOnce(kind, context);
}

const workerStep = (kind: WorkerKind, what: string): Step => ({
  name: kind,
  what,
  changes: 'worker',
  check: (context) => checkWorker(kind, context),
  act: (context) => act(kind, context),
});

/** This step is first, because the API worker binds the redirect worker's classes (error 10061). */
export const redirectStep = workerStep('redirect', 'redirect worker');
export const apiStep = workerStep('api', 'API worker');
