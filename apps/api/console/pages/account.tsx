/** The account: its name, its passkeys, the browsers that are signed in, taking everything along, and leaving. */
import type { FC } from 'hono/jsx';
import type { Account } from '../../accounts';
import type { FormErrors } from '../form';
import type { Page } from '../page';
import { MAX_PASSKEYS, type Passkey } from '../passkeys';
import type { Session } from '../sessions';
import { Card, Confirm, Day, Empty, Field, Head, Moment, Note } from './components';
import { PasskeyForm } from './sign-in';

export type AccountView = {
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  readonly sessionId: string;
  /** A name for the next passkey. */
  readonly agent: string;
  readonly errors: FormErrors;
  readonly notice: string | undefined;
};

export const accountPage = (view: AccountView): Page => ({
  title: 'Account',
  section: 'account',
  main: (
    <>
      <Head title="Account" lead="Who may come in, and what you can take along." />
      {view.notice && <Note>{view.notice}</Note>}
      <PasskeysCard {...view} />
      <SessionsCard {...view} />
      <Card title="Name">
        <form method="post" action="/console/account/name">
          <Field
            label="Name of the account"
            name="name"
            value={view.account.name}
            error={view.errors.name}
            input={{ required: true, maxlength: 100 }}
          />
          <button class="quiet" type="submit">
            Rename
          </button>
        </form>
      </Card>
      <Card title="Everything we keep of you">
        <p class="soft">One JSON file: the account, its keys without their texts, every link with its options.</p>
        <p>
          <a class="button quiet" href="/console/account/export" download>
            Download everything
          </a>
        </p>
      </Card>
      <LeaveCard {...view} />
    </>
  ),
});

const PasskeysCard: FC<AccountView> = ({ passkeys, agent, errors }) => (
  <Card title="Passkeys">
    {passkeys.length === 0 ? (
      <Empty title="No passkey yet">
        <p>Add one of this device: it is your way back in. Your fingerprint, face or PIN stays on the device.</p>
      </Empty>
    ) : (
      <ul class="rows">
        {passkeys.map((one) => (
          <PasskeyRow one={one} isLast={passkeys.length === 1} />
        ))}
      </ul>
    )}
    {passkeys.length < MAX_PASSKEYS && (
      <PasskeyForm action="/console/passkeys" ceremony="create" button="Add a passkey" error={errors.passkey}>
        <Field
          label="Name of the new passkey"
          name="name"
          value={agent}
          error={errors.passkeyName}
          input={{ required: true, maxlength: 100, autocomplete: 'off' }}
        />
      </PasskeyForm>
    )}
  </Card>
);

const PasskeyRow: FC<{ one: Passkey; isLast: boolean }> = ({ one: { id, name, createdAt, usedAt }, isLast }) => (
  <li>
    <p class="line">
      <span class="name">{name}</span>
    </p>
    <p class="soft small">
      Added <Day at={createdAt} />, last used <Moment at={usedAt} />
    </p>
    <Confirm summary="Rename or remove">
      <form method="post" action={`/console/passkeys/${id}/name`}>
        <label for={`name-${id}`}>Name</label>
        <div class="join">
          <input id={`name-${id}`} name="name" value={name} required maxlength={100} autocomplete="off" />
          <button class="quiet" type="submit">
            Rename
          </button>
        </div>
      </form>
      {isLast ? (
        <p class="soft small">The last passkey stays: add another one before you remove it.</p>
      ) : (
        <form method="post" action={`/console/passkeys/${id}/remove`}>
          <button class="danger" type="submit">
            Remove this passkey
          </button>
        </form>
      )}
    </Confirm>
  </li>
);

const SessionsCard: FC<AccountView> = ({ sessions, sessionId }) => (
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
            <form method="post" action={`/console/sessions/${one.id}/end`}>
              <button class="quiet" type="submit">
                Sign out<span class="unseen"> {one.agent}</span>
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
    {sessions.length > 1 && (
      <form method="post" action="/console/sessions/others/end">
        <button class="quiet" type="submit">
          Sign out all others
        </button>
      </form>
    )}
  </Card>
);

/** What has to be typed before an account is deleted. */
export const DELETION_WORD = 'delete';

const LeaveCard: FC<AccountView> = ({ errors }) => (
  <Card title="Delete this account">
    <p class="soft">
      At once: nobody can sign in, no key works, no link leads anywhere. Names, passkeys and destinations are erased;
      codes stay taken, so that nobody else can use them.
    </p>
    <details class="grave" open={errors.confirmation !== undefined}>
      <summary>Delete it for good</summary>
      <form method="post" action="/console/account/delete">
        <Field
          label={`Type “${DELETION_WORD}” to confirm`}
          name="confirmation"
          error={errors.confirmation}
          input={{ required: true, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
        />
        <button class="danger" type="submit">
          Delete this account
        </button>
      </form>
    </details>
  </Card>
);

export const deletedPage: Page = {
  title: 'Deleted',
  main: (
    <Head
      title="Your account is deleted"
      lead="Its links lead nowhere any more. What is left of them is erased within the next minutes, or hours where there were very many."
    />
  ),
};
