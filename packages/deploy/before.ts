/** What was answered before. The account wins over what was written down, once somebody else has deployed or changed it. */
import { type Account, isSwiftlet } from './account';
import { fingerprintIn } from './build';
import { variablesIn } from './configuration';
import type { Names } from './names';
import type { Hosts, State, StateFile } from './state';

type Known = {
  readonly state: StateFile;
  readonly account: Account;
  readonly names: Names;
  readonly root: string;
};

/** Whether a worker serves what this machine has neither deployed nor seen when it was answered. */
async function isOvertaken({ state, account, names }: Known): Promise<boolean> {
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

/** Where the two workers of the account are now; null: there are none, or nobody knows. */
async function hostsInAccount({ account, state }: Known): Promise<Hosts | null> {
  const short = hostIn(await account.variable('SHORT_BASE_URL'));
  const api = hostIn(await account.variable('CONSOLE_ORIGIN'));
  if (short === null || api === null) return null;
  if (!api.endsWith('.workers.dev')) return { short, api };
  const subdomain = api.replace(/^[^.]+\./, '');
  if (state.value.subdomain !== subdomain) state.change({ subdomain });
  return 'workers.dev';
}

/** Variables that are deployed and differ from those of the wrangler files. */
async function variablesInAccount({ account, root }: Known): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(variablesIn(root))) {
    const deployed = await account.variable(name);
    if (deployed !== undefined && deployed !== value) found[name] = deployed;
  }
  return found;
}

/** Whether wrangler has reported that both workers are there. What it has not may be mistyped. */
function isReported(hosts: Hosts, { deployed }: Readonly<State>, names: Names): boolean {
  const has = (worker: string, host: string) =>
    deployed[worker]?.targets.some((target) => target.split(' ')[0] === host);
  if (hosts !== 'workers.dev') return has(names.redirect, hosts.short) === true && has(names.api, hosts.api) === true;
  return [names.redirect, names.api].every((worker) => deployed[worker] !== undefined);
}

export type Before = {
  /** Null: nobody knows. */
  readonly hosts: Hosts | null;
  /** Whether somebody who is there is to be asked again. */
  readonly isDoubtful: boolean;
  readonly variables: Readonly<Record<string, string>>;
};

export async function answersBefore(known: Known): Promise<Before> {
  const { answers } = known.state.value;
  const fromAccount = answers === undefined || (await isOvertaken(known));
  const hosts = (fromAccount ? await hostsInAccount(known) : null) ?? answers?.hosts ?? null;
  const isDoubtful = !fromAccount && hosts !== null && !isReported(hosts, known.state.value, known.names);
  const names = Object.keys(variablesIn(known.root));
  // A former version may have had others.
  const kept = Object.entries(answers?.variables ?? {}).filter(([name]) => names.includes(name));
  return { hosts, isDoubtful, variables: fromAccount ? await variablesInAccount(known) : Object.fromEntries(kept) };
}
