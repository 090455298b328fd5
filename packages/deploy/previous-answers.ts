/**
 * Finds the earlier answers. The deployed workers take precedence over the state file if somebody else has deployed
 * since.
 */
import { type Account, isSwiftlet } from './account';
import { fingerprintIn } from './build';
import { variablesIn } from './configuration';
import type { Names } from './names';
import type { Hosts, State, StateFile } from './state';

type Sources = {
  readonly state: StateFile;
  readonly account: Account;
  readonly names: Names;
  readonly root: string;
};

/** Whether a worker serves a version that this computer has neither deployed nor seen when the answers were given. */
async function isOvertaken({ state, account, names }: Sources): Promise<boolean> {
  const { deployed, seen, sent } = state.value;
  for (const worker of [names.redirect, names.api]) {
    const version = await account.version(worker);
    if (version === null || !isSwiftlet(version)) continue;
    const isKnown = [deployed[worker]?.versionId, seen[worker]].includes(version.id);
    if (!isKnown && !sent[worker]?.includes(fingerprintIn(version.message) ?? '')) return true;
  }
  return false;
}

const hostIn = (origin: string | undefined): string | null =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : null;

/** Returns the hosts of the deployed workers, or null if there are none or the hosts are unknown. */
async function hostsInAccount({ account, state }: Sources): Promise<Hosts | null> {
  const short = hostIn(await account.variable('SHORT_BASE_URL'));
  const api = hostIn(await account.variable('CONSOLE_ORIGIN'));
  if (short === null || api === null) return null;
  if (!api.endsWith('.workers.dev')) return { short, api };
  const subdomain = api.replace(/^[^.]+\./, '');
  if (state.value.subdomain !== subdomain) state.change({ subdomain });
  return 'workers.dev';
}

/** Variables that are deployed and differ from those of the wrangler files. */
async function variablesInAccount({ account, root }: Sources): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(variablesIn(root))) {
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

export type PreviousAnswers = {
  /** Null if the hosts are unknown. */
  readonly hosts: Hosts | null;
  /** Whether the hosts may be mistyped, so that the person at the terminal is asked again. */
  readonly isUnconfirmed: boolean;
  readonly variables: Readonly<Record<string, string>>;
};

export async function previousAnswersOf(sources: Sources): Promise<PreviousAnswers> {
  const { answers } = sources.state.value;
  const fromAccount = answers === undefined || (await isOvertaken(sources));
  const hosts = (fromAccount ? await hostsInAccount(sources) : null) ?? answers?.hosts ?? null;
  const isUnconfirmed = !fromAccount && hosts !== null && !isReported(hosts, sources.state.value, sources.names);
  const names = Object.keys(variablesIn(sources.root));
  // An earlier version of Swiftlet may have had other variables.
  const kept = Object.entries(answers?.variables ?? {}).filter(([name]) => names.includes(name));
  return {
    hosts,
    isUnconfirmed,
    variables: fromAccount ? await variablesInAccount(sources) : Object.fromEntries(kept),
  };
}
