/** What is to be deployed where: told on the command line, known from before, read in the account, or asked. */
import type { Account } from './account';
import { type Arguments, checkHost } from './arguments';
import { type Ask, unanswered } from './ask';
import { variablesOf } from './configuration';
import { Failure } from './failure';
import type { Answers, Hosts, StateFile } from './state';

type Asking = {
  readonly given: Arguments;
  readonly state: StateFile;
  readonly account: Account;
  readonly root: string;
  /** Undefined: nobody is there to be asked. */
  readonly ask: Ask | undefined;
};

const FOR_EVER = 'Where does data stay? It can never be changed later.';

/** What is only shown, or only deleted, needs no answer. */
const isNotNeeded = ({ given, ask }: Asking): boolean => given.isDestroy || (given.isDryRun && ask === undefined);

/** Where the two workers of the account are now; null: there are none, or nobody knows. */
async function hostsInAccount({ account, state }: Asking): Promise<Hosts | null> {
  const [short, api] = [await account.variable('SHORT_BASE_URL'), await account.variable('CONSOLE_ORIGIN')];
  if (!short || !api) return null;
  const hosts = { short: new URL(short).hostname, api: new URL(api).hostname };
  if (!hosts.api.endsWith('.workers.dev')) return hosts;
  if (state.value.subdomain === undefined) state.change({ subdomain: hosts.api.replace(/^[^.]+\./, '') });
  return 'workers.dev';
}

const isHost = (text: string): true | string => {
  try {
    checkHost(text);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
};

async function askForHosts(ask: Ask): Promise<Hosts> {
  const short = await ask.text('Host name of short links, such as s.example.com (empty: workers.dev)', (text) =>
    text === '' ? true : isHost(text),
  );
  if (short === '') return 'workers.dev';
  const api = await ask.text('Host name of the API and its console, such as api.example.com', (text) =>
    text === short ? 'It needs a host of its own.' : isHost(text),
  );
  return { short, api };
}

async function hostsOf(asking: Asking): Promise<Hosts> {
  const { given, state, ask } = asking;
  if (given.shortHost !== undefined && given.apiHost !== undefined)
    return { short: given.shortHost, api: given.apiHost };
  if (given.isWorkersDev) return 'workers.dev';
  const known = state.value.answers?.hosts ?? (await hostsInAccount(asking));
  if (known !== null) return known;
  if (isNotNeeded(asking)) return 'workers.dev';
  if (ask === undefined)
    throw unanswered('Where are short links and the API?', '--short-host and --api-host, or --workers-dev');
  return askForHosts(ask);
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
  const { given, state, root } = asking;
  const variables = { ...state.value.answers?.variables, ...given.variables };
  const own = ['SHORT_BASE_URL', 'CONSOLE_ORIGIN', 'JURISDICTION'];
  const known = variablesOf(root).filter((name) => !own.includes(name));
  const stranger = Object.keys(variables).find((name) => !known.includes(name));
  if (stranger !== undefined) throw new Failure(`--var knows ${known.join(', ')}, not ${stranger}.`);
  const former = given.former ?? state.value.answers?.former;
  return {
    hosts: await hostsOf(asking),
    jurisdiction: await jurisdictionOf(asking),
    variables,
    ...(former !== undefined && { former }),
  };
}
