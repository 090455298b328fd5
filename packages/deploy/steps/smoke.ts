/** The smoke test of what is deployed, once for each pair of versions. */
import { originsOf } from '../configuration';
import { type Context, type Step, settingOf } from '../context';
import { Failure } from '../failure';
import { makeSmokeAccount } from '../service/smoke-account';
import type { Deployment } from '../service/smoke-checks';
import { type Outcome, SMOKE_ACCOUNT, smokeTest } from '../service/smoke-test';
import { operatorOf } from './first-account';

const KEY = 'smoke test';

/** The versions that serve: what passed on them need not be tried again. */
const versionsOf = ({ state, names }: Context): string =>
  [names.redirect, names.api].map((name) => state.value.deployed[name]?.versionId ?? 'none').join(' ');

/** The account of the smoke test, whose key gets a new text: nobody keeps one. */
async function smokeKey(context: Context): Promise<string> {
  const operator = await operatorOf(context);
  if (operator === null) throw new Failure('The API worker is not there yet.');
  const id = await makeSmokeAccount(context, operator);
  return operator.keyText(id, KEY);
}

/** @param test the checks, which tests of the other steps leave out */
export const smokeStep = (
  test: (on: Deployment, tell: (outcome: Outcome) => void) => Promise<Outcome[]> = smokeTest,
): Step => ({
  name: 'smoke-test',
  what: 'smoke test',

  look: async (context) =>
    context.state.value.smoke === versionsOf(context)
      ? { isDone: true, is: 'passed on these versions' }
      : { isDone: false, is: 'not made on these versions', will: `make its checks, on the account "${SMOKE_ACCOUNT}"` },

  async act(context) {
    const { short = '', api = '' } = originsOf(settingOf(context));
    const { fetch, clock, tell, state } = context;
    const on = { fetch, clock, short, api, key: await smokeKey(context), codes: [] };
    const outcomes = await test(on, ({ check, failure }) =>
      tell.line(`  ${failure === null ? 'ok  ' : 'FAIL'}  ${check}${failure === null ? '' : `: ${failure}`}`),
    );
    const failed = outcomes.filter(({ failure }) => failure !== null);
    if (failed.length > 0)
      throw new Failure(
        `${failed.length} of ${outcomes.length} checks failed: ${failed.map(({ check }) => check).join('; ')}.`,
      );
    state.change({ smoke: versionsOf(context) });
  },
});
