/**
 * The step that waits until both addresses respond. A custom domain first needs a DNS record and a certificate, which
 * take minutes.
 */

import { Failure } from '#machine/failure';
import { listOrigins } from '../configuration';
import { type Context, collectDeployment, type Step } from '../context';

const MAX_WAIT_MS = 10 * 60_000;
const PAUSE_MS = 5_000;
const TIMEOUT_MS = 10_000;

const PATHS = { short: '/.health', api: '/health' } as const;

/** Returns why an address does not respond yet; null if it responds. */
async function waitReason({ fetch, resolves }: Context, origin: string, path: string): Promise<string | null> {
  const { host } = new URL(origin);
  try {
    const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    const text = await response.text();
    return response.status === 200 && text.includes('"ok"') ? null : `${host} to answer (it says ${response.status})`;
  } catch {
    return (await resolves(host).catch(() => false)) ? `the certificate of ${host}` : `the record of ${host} in DNS`;
  }
}

async function waitReasons(context: Context): Promise<string[]> {
  const origins = listOrigins(collectDeployment(context));
  const awaited = [];
  for (const [name, path] of Object.entries(PATHS) as [keyof typeof PATHS, string][]) {
    const origin = origins[name];
    const why = origin === undefined ? `the address of the ${name} worker` : await waitReason(context, origin, path);
    if (why !== null) awaited.push(why);
  }
  return awaited;
}

export const addressesStep: Step = {
  name: 'addresses',
  what: 'both addresses',

  async check(context) {
    const awaited = await waitReasons(context);
    const { short, api } = listOrigins(collectDeployment(context));
    if (awaited.length === 0) return { isDone: true, actual: `${short} and ${api} answer` };
    return { isDone: false, actual: 'do not answer yet', change: 'wait for them, ten minutes at most' };
  },

  async act(context) {
    const { clock, output } = context;
    const until = clock.now() + MAX_WAIT_MS;
    let reported = '';
    for (;;) {
      const awaited = (await waitReasons(context)).join(' and ');
      if (awaited === '') return;
      if (clock.now() >= until)
        throw new Failure(
          `Ten minutes were not enough: still waiting for ${awaited}. Run the command again later. If a host is wrong, set another one with --short-host and --api-host.`,
        );
      if (awaited !== reported) output.line(`Waiting for ${awaited}.`);
      reported = awaited;
      await clock.wait(PAUSE_MS);
    }
  },
};
