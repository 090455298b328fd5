/** The step of the smoke test, which runs once for each pair of deployed versions. */

import { Failure } from '#machine/failure';
import { originsOf } from '../configuration';
import { type Context, type Step, settingOf } from '../context';
import { makeSmokeAccount, SMOKE_ACCOUNT } from '../service/smoke-account';
import type { Deployment } from '../service/smoke-checks';
import { type Outcome, smokeTest } from '../service/smoke-test';
import { operatorOf } from './first-account';

const KEY = 'smoke test';

/** Returns the deployed versions. A smoke test that has passed on them is not repeated. */
const versionsOf = ({ state, names }: Context): string =>
  [names.redirect, names.api].map((name) => state.value.deployed[name]?.versionId ?? 'none').join(' ');

/** Creates or rotates the key of the smoke test's account. @returns the text of the key, which is never stored */
async function smokeKey(context: Context): Promise<string> {
  const operator = await operatorOf(context);
  if (operator === null) throw new Failure('The API worker is not there yet.');
  const id = await makeSmokeAccount(context, operator);
  return operator.keyText(id, KEY);
}

/** @param test runs the checks; tests of the other steps replace it */
export const smokeStep = (
  test: (on: Deployment, tell: (outcome: Outcome) => void) => Promise<Outcome[]> = smokeTest,
): Step => ({
  name: 'smoke-test',
  what: 'smoke test',

  look: async (context) =>
    context.state.value.smoke === versionsOf(context)
      ? { isDone: true, actual: 'passed on these versions' }
      : {
          isDone: false,
          actual: 'not made on these versions',
          change: `make its checks, on the account "${SMOKE_ACCOUNT}"`,
        },

  async act(context) {
    const { short = '', api = '' } = originsOf(settingOf(context));
    const { fetch, clock, output, state } = context;
    const on = { fetch, clock, short, api, key: await smokeKey(context), codes: [] };
    const outcomes = await test(on, ({ check, failure }) =>
      output.line(`  ${failure === null ? 'ok  ' : 'FAIL'}  ${check}${failure === null ? '' : `: ${failure}`}`),
    );
    const failed = outcomes.filter(({ failure }) => failure !== null);
    if (failed.length > 0)
      throw new Failure(
        `${failed.length} of ${outcomes.length} checks failed: ${failed.map(({ check }) => check).join('; ')}.`,
      );
    state.change({ smoke: versionsOf(context) });
  },
});
