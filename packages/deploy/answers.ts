/** What is to be deployed where: told on the command line, known from before, read in the account, or asked. */
import type { Account } from './account';
import { type Arguments, checkHost } from './arguments';
import { type Ask, unanswered } from './ask';
import { answersBefore, type Before } from './before';
import { variablesIn } from './configuration';
import { Failure } from './failure';
import type { Names } from './names';
import type { Answers, Hosts, StateFile } from './state';

type Asking = {
  readonly given: Arguments;
  readonly state: StateFile;
  readonly account: Account;
  readonly names: Names;
  /** The one script that the two workers were. */
  readonly former: string | undefined;
  readonly root: string;
  /** Undefined: nobody is there to be asked. */
  readonly ask: Ask | undefined;
};

const FOR_EVER = 'Where does data stay? It can never be changed later.';

/** What is only shown, or only deleted, needs no answer. */
const isNotNeeded = ({ given, ask }: Asking): boolean => given.isDestroy || (given.isDryRun && ask === undefined);

const isHost = (text: string): true | string => {
  try {
    checkHost(text);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
};

/** @param before what was answered before */
async function askForHosts(ask: Ask, before: Hosts | null): Promise<Hosts> {
  const known = before === null || before === 'workers.dev' ? { short: 'workers.dev', api: undefined } : before;
  const short = await ask.text(
    'Host name of short links, such as s.example.com, or workers.dev',
    (text) => (text === 'workers.dev' ? true : isHost(text)),
    known.short,
  );
  if (short === '' || short === 'workers.dev') return 'workers.dev';
  const api = await ask.text(
    'Host name of the API and its console, such as api.example.com',
    (text) => (text === short ? 'It needs a host of its own.' : isHost(text)),
    known.api,
  );
  return { short, api };
}

async function hostsOf(asking: Asking, { hosts: known, isDoubtful }: Before): Promise<Hosts> {
  const { given, ask } = asking;
  if (given.shortHost !== undefined && given.apiHost !== undefined)
    return { short: given.shortHost, api: given.apiHost };
  if (given.isWorkersDev) return 'workers.dev';
  if (known !== null && (!isDoubtful || ask === undefined)) return known;
  if (isNotNeeded(asking)) return known ?? 'workers.dev';
  if (ask === undefined)
    throw unanswered('Where are short links and the API?', '--short-host and --api-host, or --workers-dev');
  return askForHosts(ask, known);
}

/** @throws Failure where another one is asked for than that in which objects are */
async function jurisdictionOf(asking: Asking): Promise<'eu' | null> {
  const { given, state, account, ask } = asking;
  const deployed = await account.variable('JURISDICTION');
  const known = deployed === undefined ? state.value.answers?.jurisdiction : deployed === 'eu' ? 'eu' : null;
  if (known !== undefined) {
    if (given.jurisdiction === undefined || given.jurisdiction === known) return known;
    // An answer binds nobody before something was made by it.
    if (deployed === undefined && state.value.begun.length === 0) return given.jurisdiction;
    throw new Failure(`Data is kept ${known === 'eu' ? 'in the EU' : 'anywhere'}, and that can never be changed.`);
  }
  if (given.jurisdiction !== undefined) return given.jurisdiction;
  if (isNotNeeded(asking)) return null;
  if (ask === undefined) throw unanswered(FOR_EVER, '--jurisdiction eu or --jurisdiction anywhere');
  const choices = [
    { name: 'anywhere: each object beside who asks for it first', value: 'anywhere' },
    {
      name: 'in the European Union: D1, counters, statistics and keys; KV only where the account offers it',
      value: 'eu',
    },
  ];
  return (await ask.choose(FOR_EVER, choices)) === 'eu' ? 'eu' : null;
}

/** @throws Failure where something is wrong, or nobody is there to say it */
export async function answersOf(asking: Asking): Promise<Answers> {
  const { given, root, former } = asking;
  const known = Object.keys(variablesIn(root));
  const stranger = Object.keys(given.variables).find((name) => !known.includes(name));
  if (stranger !== undefined) throw new Failure(`--var knows ${known.join(', ')}, not ${stranger}.`);
  const before = await answersBefore(asking);
  return {
    hosts: await hostsOf(asking, before),
    jurisdiction: await jurisdictionOf(asking),
    variables: { ...before.variables, ...given.variables },
    ...(former !== undefined && { former }),
  };
}
