/** The page of one key: its use, its texts, and the forms that change it. */
import type { FC } from 'hono/jsx';
import { textsOf } from '#api/accounts/key-texts';
import type { UsedKey } from '#api/accounts/key-use';
import { NAME_KEY, REVOKE_KEY, SWITCH_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { MAKERS } from '../key-rights';
import type { ConsolePage } from '../page';
import { planName } from '../plan-name';
import { Alert, Day, Head } from './components';
import { Ends } from './corner';
import { Danger } from './danger';
import { Badges } from './key-badges';
import { KeyRights } from './key-rights';
import { KeyTexts } from './key-texts';
import { KeyUseCard } from './key-use';

type KeyView = {
  readonly key: UsedKey;
  /** The preset that fills in the form of the rights. */
  readonly preset: string | undefined;
  /** Whether the form of a rotation is open. */
  readonly rotates: boolean;
  readonly forms: Forms;
  readonly now: number;
};

/** Names beyond so many characters have a smaller title of at most two lines. */
const LONG_NAME = 40;

export const keyPage = ({ key, preset, rotates, forms, now }: KeyView): ConsolePage => {
  const { id, name, status } = key;
  return {
    title: name,
    section: 'keys',
    own: 'keys',
    main: (
      <>
        <div class="of-key">
          <Head back={['Keys', '/console/keys']} title={<Title one={key} now={now} />} lead={<Origin one={key} />}>
            {status !== 'revoked' && <Acts one={key} forms={forms} />}
          </Head>
        </div>
        {status === 'inactive' && (
          <Alert kind="wait" lead="This key is switched off.">
            Calls with it get 401 until it is switched on again.
          </Alert>
        )}
        <KeyUseCard one={key} now={now} />
        <KeyRights one={key} preset={preset} forms={forms} now={now} />
        {status !== 'revoked' && (
          <>
            <KeyTexts one={key} texts={textsOf(key, now, key.use)} rotates={rotates} forms={forms} now={now} />
            <RevokeCard id={id} forms={forms} />
          </>
        )}
      </>
    ),
  };
};

const Title: FC<{ one: UsedKey; now: number }> = ({ one, now }) => (
  <span class="line">
    <span class={one.name.length > LONG_NAME ? 'long few' : undefined} title={one.name}>
      {one.name}
    </span>
    <Badges one={one} now={now} />
  </span>
);

const Origin: FC<{ one: UsedKey }> = ({ one: { createdAt, madeBy, plan, accountPlan } }) => (
  <>
    Created <Day at={createdAt} /> {MAKERS[madeBy]}
    {` · ${planName(plan ?? accountPlan)} plan`}
  </>
);

type ActsProps = { one: UsedKey; forms: Forms };

/** What is done with a key most. The form of a new name takes the place of the title. */
const Acts: FC<ActsProps> = ({ one: { id, name, status }, forms }) => (
  <div class="line acts">
    <details class="rename" open={wasSent(NAME_KEY, forms, { id })}>
      <summary class="button quiet minor">Rename</summary>
      <FormOf form={NAME_KEY} forms={forms} params={{ id }}>
        {(shown) => (
          <>
            <Input of={shown} name="name" value={name} isNamed />
            <Ends label="Save" page={`/console/keys/${id}`} />
          </>
        )}
      </FormOf>
    </details>
    <SwitchForm id={id} isOn={status === 'active'} forms={forms} />
  </div>
);

type FormProps = { id: string; forms: Forms };

const SwitchForm: FC<FormProps & { isOn: boolean }> = ({ id, isOn, forms }) => (
  <FormOf form={SWITCH_KEY} forms={forms} params={{ id }}>
    {(shown) => (
      <>
        <Input of={shown} name="status" value={isOn ? 'inactive' : 'active'} />
        <button class="quiet minor" type="submit">
          {isOn ? 'Switch off' : 'Switch on'}
        </button>
      </>
    )}
  </FormOf>
);

const RevokeCard: FC<FormProps> = ({ id, forms }) => (
  <Danger
    title="Revoke this key"
    words="It stops working at once, and cannot be switched on again. Its links stay."
    opens="Revoke key"
    isOpen={wasSent(REVOKE_KEY, forms, { id })}
  >
    <FormOf form={REVOKE_KEY} forms={forms} params={{ id }}>
      {() => (
        <button class="danger" type="submit">
          Revoke for good
        </button>
      )}
    </FormOf>
  </Danger>
);
