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
import { Alert, Card, Day, Head, Moment, Usage } from './components';
import { Danger } from './danger';
import { KeyCalls } from './key-calls';
import { KeyMask } from './key-mask';
import { Badges, KeyRights } from './key-rights';
import { KeyTexts } from './key-texts';
import { RenameInput } from './rename-input';

type KeyView = {
  readonly key: UsedKey;
  /** The preset that fills in the form of the rights. */
  readonly preset: string | undefined;
  readonly forms: Forms;
  readonly now: number;
};

/** Names beyond so many characters have a smaller title of at most two lines. */
const LONG_NAME = 40;

export const keyPage = ({ key, preset, forms, now }: KeyView): ConsolePage => ({
  title: key.name,
  section: 'keys',
  own: 'keys',
  main: (
    <>
      <Head
        back={['Keys', '/console/keys']}
        title={
          <span class={key.name.length > LONG_NAME ? 'long' : undefined} title={key.name}>
            {key.name}
          </span>
        }
        lead={
          <>
            <Badges one={key} now={now} /> <KeyMask id={key.id} /> · created <Day at={key.createdAt} />{' '}
            {key.madeBy && MAKERS[key.madeBy]}
            {` · ${planName(key.plan ?? key.accountPlan)} plan`}
          </>
        }
      >
        {key.status !== 'revoked' && (
          <div class="line">
            <RenameForm id={key.id} name={key.name} forms={forms} />
            <SwitchForm id={key.id} isOn={key.status === 'active'} forms={forms} />
          </div>
        )}
      </Head>
      {key.status === 'inactive' && (
        <Alert kind="wait">Calls with this key get 401 until it is switched on again.</Alert>
      )}
      <KeyUseCard one={key} now={now} />
      <KeyRights one={key} preset={preset} forms={forms} now={now} />
      {key.status !== 'revoked' && (
        <>
          <KeyTexts id={key.id} texts={textsOf(key, now, key.use)} knowsUse={key.use !== null} forms={forms} />
          <RevokeCard id={key.id} forms={forms} />
        </>
      )}
    </>
  ),
});

const KeyUseCard: FC<{ one: UsedKey; now: number }> = ({ one: { use, lastUsedAt, status }, now }) => (
  <Card title="Usage">
    {use === null ? (
      <p class="soft">
        The usage cannot be read at the moment.
        {lastUsedAt !== null && (
          <>
            {' '}
            Last used in the hour from <Moment at={lastUsedAt} />.
          </>
        )}
      </p>
    ) : use.lastUsedAt === null && !use.days?.length ? (
      <p class="soft">
        No calls yet.{' '}
        {status !== 'revoked' && (
          <>
            <a href="/docs/guide#first-link">The guide</a> shows how to make the first one.
          </>
        )}
      </p>
    ) : (
      <KeyUsage use={use} now={now} />
    )}
  </Card>
);

const KeyUsage: FC<{ use: NonNullable<UsedKey['use']>; now: number }> = ({ use, now }) => (
  <>
    <div class="duo">
      <Usage
        id="month"
        label="This month"
        used={use.reading.quota - use.reading.quotaRemaining}
        of={use.reading.quota}
        note={
          <>
            calls, until <Day at={use.reading.monthEndsAt} />
          </>
        }
      />
      <Usage
        id="window"
        label="This minute"
        used={use.reading.limit - use.reading.remaining}
        of={use.reading.limit}
        note="calls"
      />
    </div>
    {use.lastUsedAt !== null && (
      <p class="soft small">
        Last used <Moment at={use.lastUsedAt} />
      </p>
    )}
    {use.days && <KeyCalls days={use.days} now={now} />}
  </>
);

const RenameForm: FC<{ id: string; name: string; forms: Forms }> = ({ id, name, forms }) => (
  <details open={wasSent(NAME_KEY, forms, { id })}>
    <summary class="button quiet">Rename</summary>
    <FormOf form={NAME_KEY} forms={forms} params={{ id }} class="panel">
      {(shown) => <RenameInput of={shown} name={name} />}
    </FormOf>
  </details>
);

const RevokeCard: FC<{ id: string; forms: Forms }> = ({ id, forms }) => (
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

const SwitchForm: FC<{ id: string; isOn: boolean; forms: Forms }> = ({ id, isOn, forms }) => (
  <FormOf form={SWITCH_KEY} forms={forms} params={{ id }}>
    {(shown) => (
      <>
        <Input of={shown} name="status" value={isOn ? 'inactive' : 'active'} />
        <button class="quiet" type="submit">
          {isOn ? 'Switch off' : 'Switch on'}
        </button>
      </>
    )}
  </FormOf>
);
