/** Finds the answers to the questions of a deployment: in the options, the account or the state file, or by asking. */
import { nearestName } from '#domain/nearest-name';
import { Failure } from '#machine/failure';
import { wrongVariable } from '#machine/variable-rules';
import type { Account } from './account';
import { type Arguments, checkHost } from './arguments';
import { variablesIn } from './configuration';
import type { Names } from './names';
import { type PreviousAnswers, previousAnswersOf } from './previous-answers';
import { type Prompts, unanswered } from './prompts';
import type { Answers, Hosts, StateFile } from './state';

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

/** Whether answers may be missing. --destroy and a dry run without a terminal need none. */
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

async function hostsOf(sources: Sources, { hosts: known, isUnconfirmed }: PreviousAnswers): Promise<Hosts> {
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
async function jurisdictionOf(sources: Sources): Promise<'eu' | null> {
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
export async function answersOf(sources: Sources): Promise<Answers> {
  const { args, root, splitFrom } = sources;
  const known = Object.keys(variablesIn(root));
  const unknown = Object.keys(args.variables).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, known);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new Failure(`--var knows ${known.join(', ')}, not ${unknown}.${meant}`);
  }
  const wrong = wrongVariable(args.variables);
  if (wrong !== undefined) throw new Failure(`--var: ${wrong}`);
  const previous = await previousAnswersOf(sources);
  return {
    hosts: await hostsOf(sources, previous),
    jurisdiction: await jurisdictionOf(sources),
    variables: { ...previous.variables, ...args.variables },
    ...(splitFrom !== undefined && { former: splitFrom }),
  };
}
