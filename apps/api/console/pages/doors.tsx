/** The ways into an account: the cards of its passkeys and of the browsers that are signed in. */
import type { FC } from 'hono/jsx';
import { MAX_PASSKEYS, type Passkey } from '#api/sign-in/passkeys';
import type { Session } from '#api/sign-in/sessions';
import { ADD_PASSKEY, END_OTHER_SESSIONS, END_SESSION, NAME_PASSKEY, REMOVE_PASSKEY } from '../forms/declared/account';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { Alert, Card, Confirm, Day, Moment } from './components';
import { RenameInput } from './rename-input';
import { PasskeyForm } from './sign-in';

type PasskeysProps = { passkeys: readonly Passkey[]; agent: string; forms: Forms };

/** The passkeys of an account, and the form that adds one. @param agent the name that is proposed for a new one */
export const PasskeysCard: FC<PasskeysProps> = ({ passkeys, agent, forms }) => (
  <Card title="Passkeys">
    <p class="soft">You sign in with your fingerprint, face or PIN, which stays on your device.</p>
    {passkeys.length === 0 ? (
      <Alert kind="wait">Add a passkey now. Without one you need a new sign-in link from the operator each time.</Alert>
    ) : (
      <ul class="rows">
        {passkeys.map((one) => (
          <PasskeyRow one={one} isLast={passkeys.length === 1} forms={forms} />
        ))}
      </ul>
    )}
    {passkeys.length < MAX_PASSKEYS && (
      <PasskeyForm
        form={ADD_PASSKEY}
        forms={forms}
        ceremony="create"
        button="Add a passkey"
        class="flow"
        isQuiet={passkeys.length > 0}
      >
        {(shown, button) => (
          <Input
            of={shown}
            name="name"
            value={passkeys.some(({ name }) => name === agent) ? '' : agent}
            beside={button}
          />
        )}
      </PasskeyForm>
    )}
  </Card>
);

const PasskeyRow: FC<{ one: Passkey; isLast: boolean; forms: Forms }> = ({
  one: { id, name, createdAt, usedAt },
  isLast,
  forms,
}) => (
  <li class="row">
    <div>
      <p class="name">{name}</p>
      <p class="soft small">
        Added <Day at={createdAt} />, last used <Moment at={usedAt} />
      </p>
    </div>
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

type SessionsProps = { sessions: readonly Session[]; sessionId: string; forms: Forms };

/** The browsers that are signed in. @param sessionId the session of this browser */
export const SessionsCard: FC<SessionsProps> = ({ sessions, sessionId, forms }) => (
  <section class="card">
    <div class="head">
      <div>
        <h2>Signed-in browsers</h2>
      </div>
      {sessions.length > 1 && (
        <FormOf form={END_OTHER_SESSIONS} forms={forms}>
          {() => (
            <button class="quiet" type="submit">
              Sign out all others
            </button>
          )}
        </FormOf>
      )}
    </div>
    <ul class="rows">
      {sessions.map((one) => (
        <SessionRow one={one} isThis={one.id === sessionId} forms={forms} />
      ))}
    </ul>
  </section>
);

const SessionRow: FC<{ one: Session; isThis: boolean; forms: Forms }> = ({ one, isThis, forms }) => (
  <li class="row">
    <div>
      <p class="line">
        <span class="name">{one.agent}</span>
        {isThis && <span class="badge good">This browser</span>}
      </p>
      <p class="soft small">
        Since <Moment at={one.createdAt} />
        {!isThis && (
          <>
            , last seen <Moment at={one.seenAt} />
          </>
        )}
      </p>
    </div>
    {!isThis && (
      <FormOf form={END_SESSION} forms={forms} params={{ id: one.id }}>
        {() => (
          <button class="quiet" type="submit">
            Sign out<span class="unseen"> {one.agent}</span>
          </button>
        )}
      </FormOf>
    )}
  </li>
);
