/**
 * The gradual deployment of the redirect worker: the new version gets a tenth of the requests, then half, then all. If
 * its error rate is too high, the previous version gets all requests again.
 */

import { Failure } from '#machine/failure';
import { fingerprintIn, fingerprintOf, messageOf } from '../build';
import { configurationOf, originsOf } from '../configuration';
import { writeConfiguration } from '../configuration-file';
import { type Context, type Step, type StepState, settingOf } from '../context';
import { WranglerFailure } from '../wrangler/wrangler-failure';
import { isTooHigh, observeErrorRate } from './error-rate';

/** The shares of the new version before it gets all requests. */
const SHARES = [10, 50] as const;
/** How long each share is observed. */
const OBSERVED_MS = 120_000;

async function wantedFingerprint(context: Context): Promise<string> {
  const built = await context.build('redirect');
  return fingerprintOf(configurationOf('redirect', settingOf(context)), built, context.root);
}

/** wrangler refuses to upload a version beside the deployed one if its Durable Object classes differ. */
const hasNewClasses = (error: unknown): boolean =>
  error instanceof WranglerFailure && /pending Durable Object migration/.test(error.message);

/** Observes one share. @throws Failure if the error rate is too high */
async function observe(context: Context, share: number): Promise<void> {
  const { api = '', short = '' } = originsOf(settingOf(context));
  const token = context.secrets.read('ADMIN_TOKEN') ?? '';
  const readCounts = await observeErrorRate(context.fetch, { api, short, token });
  await context.clock.wait(OBSERVED_MS);
  const counts = await readCounts();
  const whose = counts.isOfVisitors ? 'requests' : 'requests of this command, because the metrics count none';
  context.output.line(`  ${share} %: ${counts.errors} errors of ${counts.requests} ${whose}`);
  if (isTooHigh(counts)) throw new Failure(`${counts.errors} of ${counts.requests} requests had errors at ${share} %.`);
}

async function rollOut(context: Context, previous: string, added: string): Promise<void> {
  const { wrangler, names } = context;
  try {
    for (const share of SHARES) {
      await wrangler.split(names.redirect, { [previous]: 100 - share, [added]: share });
      context.output.line(
        `  ${share} % of the requests go to the new version, and are observed for ${OBSERVED_MS / 60_000} minutes`,
      );
      await observe(context, share);
    }
    await wrangler.split(names.redirect, { [added]: 100 });
  } catch (error) {
    await wrangler.split(names.redirect, { [previous]: 100 });
    throw new Failure(`${(error as Error).message} All requests go to the former version again (${previous}).`);
  }
}

/** Makes the step of the gradual rollout. The step of the redirect worker follows it, and sets routes and variables. */
export function rolloutStep(): Step {
  let isSkipped = false;
  return {
    name: 'rollout',
    what: 'gradual rollout',
    changes: 'worker',

    async look(context): Promise<StepState> {
      const version = await context.account.version(context.names.redirect);
      if (version === null) return { isDone: true, actual: 'not needed: nothing is deployed yet' };
      if (isSkipped) return { isDone: true, actual: 'not possible: the new version has new Durable Object classes' };
      if (fingerprintIn(version.message) === (await wantedFingerprint(context)))
        return { isDone: true, actual: 'this version' };
      return {
        isDone: false,
        actual: 'another version',
        change: `give the new version ${SHARES.join(' %, ')} %, then all requests`,
      };
    },

    async act(context) {
      const { account, wrangler, names, version, home } = context;
      const previous = await account.version(names.redirect);
      if (previous === null) return;
      const file = writeConfiguration('redirect', settingOf(context), home);
      try {
        const added = await wrangler.upload(file, messageOf(version, await wantedFingerprint(context)));
        await rollOut(context, previous.id, added);
      } catch (error) {
        if (!hasNewClasses(error)) throw error;
        isSkipped = true;
      }
    },
  };
}
