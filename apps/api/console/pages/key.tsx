/** The page of one key: its use, its texts, and the forms that change it. */
import type { FC } from 'hono/jsx';
import { textsOf } from '#api/accounts/key-texts';
import type { UsedKey } from '#api/accounts/key-use';
import { keyPrefix } from '#secrets/key-text';
import { NAME_KEY, REVOKE_KEY, SWITCH_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { MAKERS } from '../key-rights';
import type { ConsolePage } from '../page';
import { planName } from '../plan-name';
import { Card, Confirm, Day, Empty, Head, Moment, Usage } from './components';
import { KeyCalls } from './key-calls';
import { Badges, KeyRights } from './key-rights';
import { KeyTexts } from './key-texts';

type KeyView = {
  readonly key: UsedKey;
  /** The preset that fills in the form of the rights. */
  readonly preset: string | undefined;
  readonly forms: Forms;
  readonly now: number;
};

export const keyPage = ({ key, preset, forms, now }: KeyView): ConsolePage => ({
  title: key.name,
  section: 'keys',
  main: (
    <>
      <Head
        title={key.name}
        lead={
          <>
            <code>{keyPrefix(key.id)}…</code> · made <Day at={key.createdAt} /> {key.madeBy && MAKERS[key.madeBy]}
            {` · ${planName(key.plan ?? key.accountPlan)} plan`}
          </>
        }
      >
        <p class="line">
          <Badges one={key} now={now} />
        </p>
      </Head>
      <KeyUseCard one={key} now={now} />
      <KeyRights one={key} preset={preset} forms={forms} now={now} />
      {key.status !== 'revoked' && (
        <>
          <KeyTexts id={key.id} texts={textsOf(key, now, key.use)} knowsUse={key.use !== null} forms={forms} />
          <KeyForms one={key} forms={forms} />
        </>
      )}
    </>
  ),
});

const KeyUseCard: FC<{ one: UsedKey; now: number }> = ({ one: { use, lastUsedAt, status }, now }) => (
  <Card title="Use">
    {use === null ? (
      <p class="soft">
        Its use cannot be read at the moment.
        {lastUsedAt !== null && (
          <>
            {' '}
            Last used in the hour from <Moment at={lastUsedAt} />
          </>
        )}
      </p>
    ) : (
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
        {use.lastUsedAt === null && !use.days?.length ? (
          <NoCall isRevoked={status === 'revoked'} />
        ) : (
          <>
            {use.lastUsedAt !== null && (
              <p class="soft small">
                Last used <Moment at={use.lastUsedAt} />
              </p>
            )}
            {use.days && <KeyCalls days={use.days} now={now} />}
          </>
        )}
      </>
    )}
  </Card>
);

const NoCall: FC<{ isRevoked: boolean }> = ({ isRevoked }) =>
  isRevoked ? (
    <p class="soft">It was never used.</p>
  ) : (
    <Empty title="No call yet">
      <p>
        Put its text into your application. <a href="/docs/guide">The guide</a> shows a first call. The calls of each
        day are then drawn here.
      </p>
    </Empty>
  );

const KeyForms: FC<{ one: UsedKey; forms: Forms }> = ({ one: { id, name, status }, forms }) => (
  <>
    <div class="duo">
      <Card title="Its name">
        <FormOf form={NAME_KEY} forms={forms} params={{ id }}>
          {(shown) => (
            <>
              <Input of={shown} name="name" value={name} />
              <button class="quiet" type="submit">
                Rename
              </button>
            </>
          )}
        </FormOf>
      </Card>
      <Card title={status === 'active' ? 'Switch it off' : 'Switch it on'}>
        <SwitchForm id={id} isOn={status === 'active'} forms={forms} />
      </Card>
    </div>
    <Card title="Revoke" isGrave>
      <Confirm summary="Revoke this key" grave isOpen={wasSent(REVOKE_KEY, forms, { id })}>
        <FormOf form={REVOKE_KEY} forms={forms} params={{ id }}>
          {() => (
            <>
              <p class="soft">Calls with it get 401 from then on, for ever. Its links stay.</p>
              <button class="danger" type="submit">
                Revoke for good
              </button>
            </>
          )}
        </FormOf>
      </Confirm>
    </Card>
  </>
);

const SwitchForm: FC<{ id: string; isOn: boolean; forms: Forms }> = ({ id, isOn, forms }) => (
  <FormOf form={SWITCH_KEY} forms={forms} params={{ id }}>
    {(shown) => (
      <>
        <Input of={shown} name="status" value={isOn ? 'inactive' : 'active'} />
        <p class="soft">
          {isOn
            ? 'Calls with a key that is switched off get 401 until it is switched on again.'
            : 'Calls with this key get 401 until it is switched on again.'}
        </p>
        <button class="quiet" type="submit">
          {isOn ? 'Switch off' : 'Switch on'}
        </button>
      </>
    )}
  </FormOf>
);
