/** The page of the account: its passkeys, sessions and name, its export and its deletion. */
import type { FC } from 'hono/jsx';
import type { Account } from '#api/accounts/accounts';
import { MAX_PASSKEYS, type Passkey } from '#api/sign-in/passkeys';
import type { Session } from '#api/sign-in/sessions';
import {
  ADD_PASSKEY,
  DELETE_ACCOUNT,
  END_OTHER_SESSIONS,
  END_SESSION,
  NAME_ACCOUNT,
  NAME_PASSKEY,
  REMOVE_PASSKEY,
} from '../forms/declared/account';
import { SIGN_OUT } from '../forms/declared/sign-in';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import type { Theme } from '../theme';
import { Alert, Card, Confirm, Day, Head, Moment } from './components';
import { RenameInput } from './rename-input';
import { PasskeyForm } from './sign-in';
import { ThemeForm } from './theme';

type AccountView = {
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  readonly sessionId: string;
  /** The name of this browser, which is proposed for a new passkey. */
  readonly agent: string;
  readonly theme: Theme;
  readonly forms: Forms;
};

export const accountPage = (view: AccountView): ConsolePage => ({
  title: 'Account',
  section: 'account',
  main: (
    <>
      <Head title="Account" lead="Who can sign in, and what you can download or delete.">
        <FormOf form={SIGN_OUT} forms={view.forms} class="on-phone">
          {() => (
            <button class="quiet" type="submit">
              Sign out
            </button>
          )}
        </FormOf>
      </Head>
      <PasskeysCard {...view} />
      <SessionsCard {...view} />
      <div class="duo">
        <Card title="Name">
          <FormOf form={NAME_ACCOUNT} forms={view.forms}>
            {(shown) => (
              <>
                <Input of={shown} name="name" value={view.account.name} />
                <button class="quiet" type="submit">
                  Rename
                </button>
              </>
            )}
          </FormOf>
        </Card>
        <Card title="Activity">
          <p class="soft">Who signed in, which keys changed and which links were deleted in the last 90 days.</p>
          <p>
            <a class="button quiet" href="/console/activity">
              See the activity
            </a>
          </p>
        </Card>
        <Card title="This browser">
          <ThemeForm theme={view.theme} forms={view.forms} hasWords />
          <SingleKeys />
        </Card>
      </div>
      <Card title="Export your data">
        <p class="soft">
          One JSON file: the account, its passkeys, sessions, upgrade requests, activity and keys without secrets, and
          every link with its options and statistics.
        </p>
        <p>
          <a class="button quiet" href="/console/account/export" download>
            Download everything
          </a>
        </p>
      </Card>
      <DeletionCard {...view} />
    </>
  ),
});

/** The script shows this, because single keys act only with it. */
const SingleKeys: FC = () => (
  <div class="field" id="single-keys" data-single-keys hidden>
    <label class="check">
      <input type="checkbox" autocomplete="off" />
      <span>
        <kbd>c</kbd> opens a new link, <kbd>/</kbd> the search
      </span>
    </label>
    <p class="hint">Turn them off if you control your computer by voice.</p>
  </div>
);

const PasskeysCard: FC<AccountView> = ({ passkeys, agent, forms }) => (
  <Card title="Passkeys">
    {passkeys.length === 0 ? (
      <Alert kind="wait">
        Without a passkey you need a new sign-in link from the operator each time. Your fingerprint, face or PIN stays
        on this device.
      </Alert>
    ) : (
      <ul class="rows">
        {passkeys.map((one) => (
          <PasskeyRow one={one} isLast={passkeys.length === 1} forms={forms} />
        ))}
      </ul>
    )}
    {passkeys.length < MAX_PASSKEYS && (
      <PasskeyForm form={ADD_PASSKEY} forms={forms} ceremony="create" button="Add a passkey">
        {(shown) => <Input of={shown} name="name" value={agent} />}
      </PasskeyForm>
    )}
  </Card>
);

const PasskeyRow: FC<{ one: Passkey; isLast: boolean; forms: Forms }> = ({
  one: { id, name, createdAt, usedAt },
  isLast,
  forms,
}) => (
  <li>
    <p class="line">
      <span class="name">{name}</span>
    </p>
    <p class="soft small">
      Added <Day at={createdAt} />, last used <Moment at={usedAt} />
    </p>
    <Confirm
      summary="Rename or remove"
      isOpen={wasSent(NAME_PASSKEY, forms, { id }) || wasSent(REMOVE_PASSKEY, forms, { id })}
    >
      <FormOf form={NAME_PASSKEY} forms={forms} params={{ id }}>
        {(shown) => <RenameInput of={shown} name={name} />}
      </FormOf>
      {isLast ? (
        <p class="soft small">The last passkey stays: add another one before you remove it.</p>
      ) : (
        <FormOf form={REMOVE_PASSKEY} forms={forms} params={{ id }}>
          {() => (
            <button class="danger" type="submit">
              Remove this passkey
            </button>
          )}
        </FormOf>
      )}
    </Confirm>
  </li>
);

const SessionsCard: FC<AccountView> = ({ sessions, sessionId, forms }) => (
  <Card title="Signed in now">
    <ul class="rows">
      {sessions.map((one) => (
        <li class="row">
          <div>
            <p class="line">
              <span class="name">{one.agent}</span>
              {one.id === sessionId && <span class="badge good">This browser</span>}
            </p>
            <p class="soft small">
              Since <Moment at={one.createdAt} />, last seen <Moment at={one.seenAt} />
            </p>
          </div>
          {one.id !== sessionId && (
            <FormOf form={END_SESSION} forms={forms} params={{ id: one.id }}>
              {() => (
                <button class="quiet" type="submit">
                  Sign out<span class="unseen"> {one.agent}</span>
                </button>
              )}
            </FormOf>
          )}
        </li>
      ))}
    </ul>
    {sessions.length > 1 && (
      <FormOf form={END_OTHER_SESSIONS} forms={forms}>
        {() => (
          <button class="quiet" type="submit">
            Sign out all others
          </button>
        )}
      </FormOf>
    )}
  </Card>
);

const DeletionCard: FC<AccountView> = ({ forms }) => (
  <Card title="Delete this account" isGrave>
    <p class="soft">
      Immediately, nobody can sign in, keys stop working and links stop redirecting. Names, passkeys, statistics and
      destinations are erased. Codes stay taken, so that nobody else can use them.
    </p>
    <Confirm summary="Delete account" grave isOpen={wasSent(DELETE_ACCOUNT, forms)}>
      <FormOf form={DELETE_ACCOUNT} forms={forms}>
        {(shown) => (
          <>
            <Input of={shown} name="confirmation" />
            <button class="danger" type="submit">
              Delete this account
            </button>
          </>
        )}
      </FormOf>
    </Confirm>
  </Card>
);

export const deletedPage: ConsolePage = {
  title: 'Deleted',
  flight: 'gone',
  main: (
    <Head
      title="Your account is deleted"
      lead="Its links no longer redirect. Their destinations are erased within minutes, or within hours where there were very many."
    />
  ),
};
