/** Both addresses answer. A host of one's own needs its record and its certificate first, which takes minutes. */
import { originsOf } from '../configuration';
import { type Context, type Step, settingOf } from '../context';
import { Failure } from '../failure';

const MOST_MS = 10 * 60_000;
const PAUSE_MS = 5_000;
const ANSWER_MS = 10_000;

const PATHS = { short: '/.health', api: '/health' } as const;

/** Why an address does not answer yet; null: it does. */
async function waitsFor({ fetch, resolves }: Context, origin: string, path: string): Promise<string | null> {
  const { host } = new URL(origin);
  try {
    const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    const text = await response.text();
    return response.status === 200 && text.includes('"ok"') ? null : `${host} to answer (it says ${response.status})`;
  } catch {
    return (await resolves(host).catch(() => false)) ? `the certificate of ${host}` : `the record of ${host} in DNS`;
  }
}

async function missing(context: Context): Promise<string[]> {
  const origins = originsOf(settingOf(context));
  const awaited = [];
  for (const [name, path] of Object.entries(PATHS) as [keyof typeof PATHS, string][]) {
    const origin = origins[name];
    const why = origin === undefined ? `the address of the ${name} worker` : await waitsFor(context, origin, path);
    if (why !== null) awaited.push(why);
  }
  return awaited;
}

export const addressesStep: Step = {
  name: 'addresses',
  what: 'both addresses',

  async look(context) {
    const awaited = await missing(context);
    const { short, api } = originsOf(settingOf(context));
    if (awaited.length === 0) return { isDone: true, is: `${short} and ${api} answer` };
    return { isDone: false, is: 'do not answer yet', will: 'wait for them, ten minutes at most' };
  },

  async act(context) {
    const { clock, tell } = context;
    const until = clock.now() + MOST_MS;
    let told = '';
    for (;;) {
      const awaited = (await missing(context)).join(' and ');
      if (awaited === '') return;
      if (clock.now() >= until)
        throw new Failure(
          `Ten minutes were not enough: still waiting for ${awaited}. Run it again later; if a host is not right, --short-host and --api-host say another.`,
        );
      if (awaited !== told) tell.line(`Waiting for ${awaited}.`);
      told = awaited;
      await clock.wait(PAUSE_MS);
    }
  },
};
