/**
 * The gradual deployment of the redirect worker: a tenth of the requests, half of them, then all, with a look at the
 * error rate between the steps. A rate that is too high gives all requests back to the former version.
 */
import { fingerprintIn, fingerprintOf, messageOf } from '../build';
import { configurationOf, originsOf } from '../configuration';
import { writeConfiguration } from '../configuration-file';
import { type Context, type Look, type Step, settingOf } from '../context';
import { Failure } from '../failure';
import { WranglerFailure } from '../wrangler/wrangler-failure';
import { errorRateOf, isTooHigh } from './error-rate';

/** The shares of the new version before it gets all requests. */
const SHARES = [10, 50] as const;
/** How long each share is observed. */
const OBSERVED_MS = 120_000;

async function wantedFingerprint(context: Context): Promise<string> {
  const built = await context.build('redirect');
  return fingerprintOf(configurationOf('redirect', settingOf(context)), built, context.root);
}

/** wrangler refuses to upload a version beside another one if its classes of objects differ. */
const hasNewClasses = (error: unknown): boolean =>
  error instanceof WranglerFailure && /pending Durable Object migration/.test(error.message);

/** Observes one share. @throws Failure if the error rate is too high */
async function observe(context: Context, share: number): Promise<void> {
  const { api = '', short = '' } = originsOf(settingOf(context));
  const token = context.secrets.read('ADMIN_TOKEN') ?? '';
  const look = await errorRateOf(context.fetch, { api, short, token });
  await context.clock.wait(OBSERVED_MS);
  const counts = await look();
  const whose = counts.isOfVisitors ? 'requests' : 'requests of this command, because the metrics count none';
  context.tell.line(`  ${share} %: ${counts.errors} errors of ${counts.requests} ${whose}`);
  if (isTooHigh(counts)) throw new Failure(`${counts.errors} of ${counts.requests} requests had errors at ${share} %.`);
}

async function rollOut(context: Context, former: string, added: string): Promise<void> {
  const { wrangler, names } = context;
  try {
    for (const share of SHARES) {
      await wrangler.split(names.redirect, { [former]: 100 - share, [added]: share });
      await observe(context, share);
    }
    await wrangler.split(names.redirect, { [added]: 100 });
  } catch (error) {
    await wrangler.split(names.redirect, { [former]: 100 });
    throw new Failure(`${(error as Error).message} All requests go to the former version again (${former}).`);
  }
}

/** The step that comes before the redirect worker's own, which then sets routes and variables for good. */
export function rolloutStep(): Step {
  let isLeftOut = false;
  return {
    name: 'rollout',
    what: 'gradual rollout',
    changes: 'worker',

    async look(context): Promise<Look> {
      const version = await context.account.version(context.names.redirect);
      if (version === null) return { isDone: true, is: 'not needed: nothing is deployed yet' };
      if (isLeftOut) return { isDone: true, is: 'not possible: the new version has new classes of objects' };
      if (fingerprintIn(version.message) === (await wantedFingerprint(context)))
        return { isDone: true, is: 'this version' };
      return { isDone: false, is: 'another version', will: `give it ${SHARES.join(' %, ')} %, then all requests` };
    },

    async act(context) {
      const { account, wrangler, names, version, home } = context;
      const former = await account.version(names.redirect);
      if (former === null) return;
      const file = writeConfiguration('redirect', settingOf(context), home);
      try {
        const added = await wrangler.upload(file, messageOf(version, await wantedFingerprint(context)));
        await rollOut(context, former.id, added);
      } catch (error) {
        if (!hasNewClasses(error)) throw error;
        isLeftOut = true;
      }
    },
  };
}
