/** The settings for signing in: the passkeys of an account, and the browsers that are signed in. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { MAX_PASSKEYS, type Passkey } from '#api/sign-in/passkeys';
import type { Session } from '#api/sign-in/sessions';
import { Alert, Day, Moment } from '../components';
import { Disclosure } from '../disclosure';
import type { Forms } from '../forms/form';
import { FormElement, type FormView, wasSent } from '../forms/form-element';
import { Input } from '../forms/input';
import { MORE_ICONS } from '../icons';
import { When } from '../keys/key-badges';
import { PasskeyForm } from '../sign-in/sign-in-page';
import { countryName } from '../statistics/ranking';
import { HOUR_MS } from '../words';
import { ADD_PASSKEY, END_OTHER_SESSIONS, END_SESSION, NAME_PASSKEY, REMOVE_PASSKEY, SIGN_OUT } from './forms';

/** Icons in a box of 24. */
const [SCREEN, PHONE] = ['M4 5h16v11H4zM9 20h6M12 16v4', 'M8 3h8v18H8zM11 18h2'];

const Icon: FC<{ path: string }> = ({ path }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

type PasskeysProps = { passkeys: readonly Passkey[]; agent: string; forms: Forms };

/** The passkeys of an account, and the form that adds one. @param agent the name that is proposed for a new one */
export const Passkeys: FC<PasskeysProps> = ({ passkeys, agent, forms }) => (
  <Setting
    title="Passkeys"
    id="passkeys"
    words="You sign in with your fingerprint, face or PIN, which stays on your device."
    below={
      passkeys.length === 0 ? <FirstPasskey agent={agent} forms={forms} /> : <PasskeyList of={passkeys} forms={forms} />
    }
  >
    {passkeys.length > 0 && passkeys.length < MAX_PASSKEYS && (
      <Disclosure summary="Add a passkey" look="button quiet" hasCancel isOpen={wasSent(ADD_PASSKEY, forms)}>
        <NewPasskey name={freeName(agent, passkeys)} button="Save passkey" forms={forms} />
      </Disclosure>
    )}
  </Setting>
);

const FirstPasskey: FC<{ agent: string; forms: Forms }> = ({ agent, forms }) => (
  <>
    <Alert kind="wait" lead="Add a passkey now.">
      Without one you need a new sign-in link from the operator each time.
    </Alert>
    <NewPasskey name={agent} button="Add a passkey" forms={forms} />
  </>
);

/** @param name the proposed name */
const NewPasskey: FC<{ name: string; button: string; forms: Forms }> = ({ name, button, forms }) => (
  <PasskeyForm form={ADD_PASSKEY} forms={forms} ceremony="create" button={button} class="naming">
    {(shown, submit) => <Input of={shown} name="name" value={name} beside={submit} />}
  </PasskeyForm>
);

/** Returns the name of a browser, with a number if a passkey already has that name. */
function freeName(agent: string, passkeys: readonly Passkey[]): string {
  const taken = new Set(passkeys.map(({ name }) => name));
  let name = agent;
  for (let n = 2; taken.has(name); n++) name = `${agent} ${n}`;
  return name;
}

const PasskeyList: FC<{ of: readonly Passkey[]; forms: Forms }> = ({ of, forms }) => (
  <ul class="doors">
    {of.map((one) => (
      <PasskeyRow one={one} isLast={of.length === 1} forms={forms} />
    ))}
  </ul>
);

const PasskeyRow: FC<{ one: Passkey; isLast: boolean; forms: Forms }> = ({
  one: { id, name, createdAt, usedAt },
  isLast,
  forms,
}) => (
  <li class="folds">
    <Icon path={MORE_ICONS.shield} />
    <div>
      <p class="name">
        <bdi>{name}</bdi>
      </p>
      <p class="soft small">
        Added <Day at={createdAt} />,{' '}
        <span>
          last used <Moment at={usedAt} />
        </span>
      </p>
    </div>
    <Disclosure
      summary={isLast ? 'Rename' : 'Rename or remove'}
      isOpen={wasSent(NAME_PASSKEY, forms, { id }) || wasSent(REMOVE_PASSKEY, forms, { id })}
    >
      <FormElement form={NAME_PASSKEY} forms={forms} params={{ id }} class="naming">
        {(shown) => <RenameInput of={shown} name={name} />}
      </FormElement>
      {isLast ? (
        <p class="soft small">The last passkey stays: add another one before you remove it.</p>
      ) : (
        <FormElement form={REMOVE_PASSKEY} forms={forms} params={{ id }}>
          {() => (
            <button class="danger" type="submit">
              Remove this passkey
            </button>
          )}
        </FormElement>
      )}
    </Disclosure>
  </li>
);

type SessionsProps = { sessions: readonly Session[]; sessionId: string; now: number; forms: Forms };

/** The browsers that are signed in. @param sessionId the session of this browser */
export const Sessions: FC<SessionsProps> = ({ sessions, sessionId, now, forms }) => (
  <Setting
    title="Signed-in browsers"
    id="sessions"
    words="Sign out the ones you do not know."
    below={
      <ul class="doors">
        {sessions.map((one) => (
          <SessionRow one={one} isThis={one.id === sessionId} now={now} forms={forms} />
        ))}
      </ul>
    }
  >
    {sessions.length > 1 && (
      <FormElement form={END_OTHER_SESSIONS} forms={forms}>
        {() => (
          <button class="quiet" type="submit">
            Sign out all others
          </button>
        )}
      </FormElement>
    )}
  </Setting>
);

const SessionRow: FC<{ one: Session; isThis: boolean; now: number; forms: Forms }> = ({ one, isThis, now, forms }) => (
  <li>
    <Icon path={/ on (iPhone|iPad|Android)$/.test(one.agent) ? PHONE : SCREEN} />
    <div>
      <p class="line">
        <span class="name">{one.agent}</span>
        {isThis && <span class="badge good">This browser</span>}
      </p>
      <p class="soft small">
        Since <Moment at={one.createdAt} />
        {one.country !== null && `, from ${countryName(one.country)}`}
        {!isThis && (
          <>
            ,{' '}
            <span>
              {/* The hour is known, and no more. */}
              {now - one.seenAt < HOUR_MS ? (
                'used within the hour'
              ) : (
                <>
                  last used <When at={one.seenAt} now={now} />
                </>
              )}
            </span>
          </>
        )}
        .{' '}
        <a href={`/console/activity?session=${one.id}`}>
          Activity<span class="unseen"> since this sign-in</span>
        </a>
      </p>
    </div>
    {isThis ? (
      <FormElement form={SIGN_OUT} forms={forms} class="on-phone">
        {() => (
          <button class="text" type="submit">
            Sign out<span class="unseen"> of this browser</span>
          </button>
        )}
      </FormElement>
    ) : (
      <FormElement form={END_SESSION} forms={forms} params={{ id: one.id }}>
        {() => (
          <button class="text" type="submit">
            Sign out<span class="unseen"> {one.agent}</span>
          </button>
        )}
      </FormElement>
    )}
  </li>
);

type RenameInputProps = {
  /** A form with a field `name`, such as that of a key. */
  of: FormView;
  name: string;
  /** Whether only screen readers need the label. */
  isNamed?: boolean;
};

/** The field of a new name, with its button in one line. */
export const RenameInput: FC<RenameInputProps> = ({ of, name, isNamed = false }) => (
  <Input
    of={of}
    name="name"
    value={name}
    isNamed={isNamed}
    beside={
      <button class="quiet" type="submit">
        Rename
      </button>
    }
  />
);

/** Settings under one heading. */
export const Group: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) => (
  <section class="group">
    <h2>{title}</h2>
    {children}
  </section>
);

type SettingProps = {
  title: string;
  words: Child;
  /** What stands below both, such as a list. */
  below?: Child;
  /** Its anchor, which can have the focus. */
  id?: string;
  attributes?: Record<string, string | boolean>;
};

/**
 * A setting: what it is at the left, its control at the right. On a phone the control is below the words. A control
 * that is a disclosure opens below both at any width.
 */
export const Setting: FC<PropsWithChildren<SettingProps>> = ({ title, words, below, id, attributes, children }) => (
  <section class="setting folds" id={id} tabindex={id === undefined ? undefined : -1} {...attributes}>
    <div>
      <h3>{title}</h3>
      <p class="soft">{words}</p>
    </div>
    {children}
    {below}
  </section>
);
