/** The card with the form of a new key, and beside it what the key is for. */
import type { FC } from 'hono/jsx';
import { curlOf } from '#api/samples/curl';
import type { Plan } from '#domain/plans';
import { NEW_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import { PRESETS } from '../key-rights';
import { Ends } from './corner';
import { firstRequestOf } from './first-call';
import { Presets, RightsInputs } from './rights-fields';

export type NewKeyView = {
  /** The plan of the account, and so that of the key. */
  readonly plan: Plan;
  /** What fills in the form: a preset, and the name that was typed before the preset was chosen. */
  readonly preset: string | undefined;
  readonly name: string | undefined;
  /** The origin of the API, for the sample. */
  readonly origin: string;
  readonly forms: Forms;
};

const KEYS = '/console/keys';

/** @param isFirst whether the account has no key, so that there is no list to go back to */
export const NewKey: FC<NewKeyView & { isFirst?: boolean }> = ({ plan, preset, name, origin, forms, isFirst }) => {
  const values = PRESETS[preset ?? 'full']?.values ?? {};
  return (
    <section class="card sided">
      <div class="stack">
        <h2>{isFirst ? 'Create your first key' : 'New key'}</h2>
        <FormOf form={NEW_KEY} forms={forms}>
          {(shown) => (
            <>
              <Input of={shown} name="name" value={name} />
              <Presets of={shown} page={KEYS} values={values} />
              <RightsInputs of={shown} values={values} plan={plan} />
              {isFirst ? <button type="submit">Create key</button> : <Ends label="Create key" page={KEYS} />}
            </>
          )}
        </FormOf>
      </div>
      <div class="aside">
        <h3>What it is for</h3>
        <p class="soft small">
          Your application sends the key with every call. You see it once, right after you create it.
        </p>
        <pre tabindex={0}>
          <code>{sampleOf(origin)}</code>
        </pre>
        <p class="soft small">
          Give each application a key of its own, with no more access than it needs. Then you can revoke one, and the
          others go on.
        </p>
      </div>
    </section>
  );
};

/** The first call of a key with all rights. */
const sampleOf = (api: string): string =>
  curlOf({
    api,
    ...firstRequestOf({ scopes: null, linkReach: null }),
    key: 'sl_…',
    access: 'key',
    answer: 'json',
  });
