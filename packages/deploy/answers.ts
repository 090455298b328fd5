/**
 * Finds the answers to the questions of a deployment: in the options, the account or the state file, or by asking. The
 * deployed workers take precedence over the state file if somebody else has deployed since.
 */

import { confirm, input, select } from '@inquirer/prompts';
import { findNearestName } from '#domain/nearest-name';
import { Failure } from '#machine/failure';
import { wrongVariable } from '#machine/variables';
import { type Account, isSwiftlet } from './account';
import { type Arguments, checkHost } from './arguments';
import { parseFingerprint, readTomlVariables } from './configuration';
import type { Names } from './names';
import type { Answers, Hosts, State, StateFile } from './state';

type Sources = {
  readonly args: Arguments;
  readonly state: StateFile;
  readonly account: Account;
  readonly names: Names;
  /** The one script from which the two workers are split. */
  readonly splitFrom: string | undefined;
  readonly root: string;
  /** Undefined if nobody can be asked. */
  readonly prompts: Prompts | undefined;
};

const FOR_EVER = 'Where does data stay? It can never be changed later.';

/** Whether the deployment needs no answers: --destroy and a dry run without a terminal need none. */
const isNotNeeded = ({ args, prompts }: Sources): boolean => args.isDestroy || (args.isDryRun && prompts === undefined);

const isHost = (text: string): true | string => {
  try {
    checkHost(text);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
};

/** @param previous the earlier answer, which is the default */
async function askForHosts(prompts: Prompts, previous: Hosts | null): Promise<Hosts> {
  const known = previous === null || previous === 'workers.dev' ? { short: 'workers.dev', api: undefined } : previous;
  const short = await prompts.input(
    'Host name of short links, such as s.example.com, or workers.dev',
    (text) => (text === 'workers.dev' ? true : isHost(text)),
    known.short,
  );
  if (short === '' || short === 'workers.dev') return 'workers.dev';
  const api = await prompts.input(
    'Host name of the API and its console, such as api.example.com',
    (text) => (text === short ? 'The API needs a host of its own.' : isHost(text)),
    known.api,
  );
  return { short, api };
}

async function chooseHosts(sources: Sources, { hosts: known, isUnconfirmed }: PreviousAnswers): Promise<Hosts> {
  const { args, prompts } = sources;
  if (args.shortHost !== undefined && args.apiHost !== undefined) return { short: args.shortHost, api: args.apiHost };
  if (args.isWorkersDev) return 'workers.dev';
  if (known !== null && (!isUnconfirmed || prompts === undefined)) return known;
  if (isNotNeeded(sources)) return known ?? 'workers.dev';
  if (prompts === undefined)
    throw unanswered('Where are short links and the API?', '--short-host and --api-host, or --workers-dev');
  return askForHosts(prompts, known);
}

/** @throws Failure if the option differs from the jurisdiction in which data is stored already */
async function chooseJurisdiction(sources: Sources): Promise<'eu' | null> {
  const { args, state, account, prompts } = sources;
  const deployed = await account.variable('JURISDICTION');
  const known = deployed === undefined ? state.value.answers?.jurisdiction : deployed === 'eu' ? 'eu' : null;
  if (known !== undefined) {
    if (args.jurisdiction === undefined || args.jurisdiction === known) return known;
    // The answer may change until something is created.
    if (deployed === undefined && state.value.begun.length === 0) return args.jurisdiction;
    throw new Failure(`Data is kept ${known === 'eu' ? 'in the EU' : 'anywhere'}, and that can never be changed.`);
  }
  if (args.jurisdiction !== undefined) return args.jurisdiction;
  if (isNotNeeded(sources)) return null;
  if (prompts === undefined) throw unanswered(FOR_EVER, '--jurisdiction eu or --jurisdiction anywhere');
  const choices = [
    { name: 'anywhere: each Durable Object near its first request', value: 'anywhere' },
    {
      name: 'in the European Union: D1, counters, statistics and keys; KV only where the account offers it',
      value: 'eu',
    },
  ];
  return (await prompts.select(FOR_EVER, choices)) === 'eu' ? 'eu' : null;
}

/** @throws Failure if an option is wrong, or if an answer is missing and nobody can be asked */
export async function readAnswers(sources: Sources): Promise<Answers> {
  const { args, root, splitFrom } = sources;
  const known = Object.keys(readTomlVariables(root));
  const unknown = Object.keys(args.variables).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const nearest = findNearestName(unknown, known);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new Failure(`--var knows ${known.join(', ')}, not ${unknown}.${meant}`);
  }
  const wrong = wrongVariable(args.variables);
  if (wrong !== undefined) throw new Failure(`--var: ${wrong}`);
  const previous = await findPreviousAnswers(sources);
  return {
    hosts: await chooseHosts(sources, previous),
    jurisdiction: await chooseJurisdiction(sources),
    variables: { ...previous.variables, ...args.variables },
    ...(splitFrom !== undefined && { former: splitFrom }),
  };
}

/** The questions to the person at the terminal. */
export type Prompts = {
  confirm(question: string): Promise<boolean>;
  /** @param initial the earlier answer, which is the default */
  input(question: string, validate: (text: string) => true | string, initial?: string): Promise<string>;
  select(question: string, choices: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
};

/** The name of the error that @inquirer/prompts throws when a person presses Ctrl-C at a question. */
const STOPPED = 'ExitPromptError';

async function orFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error).name === STOPPED) throw new Failure('Stopped. Run the command again to continue.');
    throw error;
  }
}

export const terminalPrompts: Prompts = {
  confirm: (message) => orFailure(confirm({ message, default: false })),
  input: (message, validate, initial) =>
    orFailure(input({ message, validate, ...(initial !== undefined && { default: initial }) })),
  select: (message, choices) => orFailure(select({ message, choices: [...choices] })),
};

/** Returns the failure for a question that nobody can be asked. @param how the option that answers it */
export const unanswered = (question: string, how: string): Failure =>
  new Failure(`${question} Nobody can be asked here: use ${how}.`);

type PreviousSources = {
  readonly state: StateFile;
  readonly account: Account;
  readonly names: Names;
  readonly root: string;
};

/** Whether a worker serves a version that this computer has neither deployed nor seen when the answers were given. */
async function isOvertaken({ state, account, names }: PreviousSources): Promise<boolean> {
  const { deployed, seen, sent } = state.value;
  for (const worker of [names.redirect, names.api]) {
    const version = await account.version(worker);
    if (version === null || !isSwiftlet(version)) continue;
    const isKnown = [deployed[worker]?.versionId, seen[worker]].includes(version.id);
    if (!isKnown && !sent[worker]?.includes(parseFingerprint(version.message) ?? '')) return true;
  }
  return false;
}

const hostIn = (origin: string | undefined): string | null =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : null;

/** Returns the hosts of the deployed workers, or null if there are none or the hosts are unknown. */
async function hostsInAccount({ account, state }: PreviousSources): Promise<Hosts | null> {
  const short = hostIn(await account.variable('SHORT_BASE_URL'));
  const api = hostIn(await account.variable('CONSOLE_ORIGIN'));
  if (short === null || api === null) return null;
  if (!api.endsWith('.workers.dev')) return { short, api };
  const subdomain = api.replace(/^[^.]+\./, '');
  if (state.value.subdomain !== subdomain) state.change({ subdomain });
  return 'workers.dev';
}

/** Variables that are deployed and differ from those of the wrangler files. */
async function variablesInAccount({ account, root }: PreviousSources): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(readTomlVariables(root))) {
    const deployed = await account.variable(name);
    if (deployed !== undefined && deployed !== value) found[name] = deployed;
  }
  return found;
}

/** Whether wrangler has reported both workers at these hosts. A host that it has not reported may be mistyped. */
function isReported(hosts: Hosts, { deployed }: Readonly<State>, names: Names): boolean {
  const has = (worker: string, host: string) =>
    deployed[worker]?.targets.some((target) => target.split(' ')[0] === host);
  if (hosts !== 'workers.dev') return has(names.redirect, hosts.short) === true && has(names.api, hosts.api) === true;
  return [names.redirect, names.api].every((worker) => deployed[worker] !== undefined);
}

type PreviousAnswers = {
  /** Null if the hosts are unknown. */
  readonly hosts: Hosts | null;
  /** Whether the hosts may be mistyped, so that the person at the terminal is asked again. */
  readonly isUnconfirmed: boolean;
  readonly variables: Readonly<Record<string, string>>;
};

async function findPreviousAnswers(sources: PreviousSources): Promise<PreviousAnswers> {
  const { answers } = sources.state.value;
  const fromAccount = answers === undefined || (await isOvertaken(sources));
  const hosts = (fromAccount ? await hostsInAccount(sources) : null) ?? answers?.hosts ?? null;
  const isUnconfirmed = !fromAccount && hosts !== null && !isReported(hosts, sources.state.value, sources.names);
  const names = Object.keys(readTomlVariables(sources.root));
  // An earlier version of Swiftlet may have had other variables.
  const kept = Object.entries(answers?.variables ?? {}).filter(([name]) => names.includes(name));
  return {
    hosts,
    isUnconfirmed,
    variables: fromAccount ? await variablesInAccount(sources) : Object.fromEntries(kept),
  };
}
