/** The pages for signing in, by passkey or by the operator's link, and for signing up. */
import type { Child, FC } from 'hono/jsx';
import { SIGN_IN, SIGN_IN_BY_LINK, SIGN_UP } from '../forms/declared/sign-in';
import type { Form, Forms } from '../forms/form';
import { FormOf, type FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { Alert } from './components';

type PasskeyFormProps = {
  form: Form;
  forms: Forms;
  ceremony: 'create' | 'get';
  button: string;
  children?: (shown: FormView) => Child;
};

/** A form that a passkey signs. The form needs the script, and without it shows a message. */
export const PasskeyForm: FC<PasskeyFormProps> = ({ form, forms, ceremony, button, children }) => (
  <FormOf
    form={form}
    forms={forms}
    attributes={{ 'data-passkey': ceremony, 'data-challenge': `${form.path}/challenge` }}
  >
    {(shown) => (
      <>
        {children?.(shown)}
        <Input of={shown} name="credential" value="" />
        <button type="submit" disabled>
          {button}
        </button>
        <p class="bad" role="status" />
        <noscript>
          <p class="soft">Passkeys need scripts to be allowed for this page.</p>
        </noscript>
      </>
    )}
  </FormOf>
);

/**
 * The field in which a browser offers the passkeys of this site. It is never sent. The script shows it where browsers
 * can do so.
 */
const OfferedPasskeys: FC = () => (
  <div class="field" data-offer hidden>
    <label for="passkey">Account name</label>
    <input id="passkey" type="text" autocomplete="username webauthn" spellcheck={false} />
    <p class="hint">Your browser may offer your passkeys here.</p>
  </div>
);

type SignInView = {
  readonly forms: Forms;
  readonly allowSignUp: boolean;
  /** Whether a form was sent without a session, and does not fit into the cookies of a draft. */
  readonly isTooLong?: boolean;
};

export const signInPage = ({ forms, allowSignUp, isTooLong = false }: SignInView): ConsolePage => ({
  title: 'Sign in',
  flight: 'flying',
  main: (
    <>
      <h1>Sign in to the console</h1>
      {isTooLong && (
        <Alert kind="wait">
          Your session has ended, and nothing was done. What you typed is too long to be kept here. Sign in with another
          tab, and then reload this page: the reload sends the form again.
        </Alert>
      )}
      <p class="soft">Use your fingerprint, your face or the PIN of your device. There is no password.</p>
      <PasskeyForm form={SIGN_IN} forms={forms} ceremony="get" button="Sign in with a passkey">
        {() => <OfferedPasskeys />}
      </PasskeyForm>
      <p class="soft small">
        {allowSignUp ? (
          <>
            No account yet? <a href="/console/sign-up">Create one</a>.
          </>
        ) : (
          'No passkey here yet? Ask the operator of this service for a sign-in link; then add a passkey on this device.'
        )}
      </p>
    </>
  ),
});

export const signUpPage = (forms: Forms): ConsolePage => ({
  title: 'Create an account',
  flight: 'flying',
  main: (
    <>
      <h1>Create an account</h1>
      <p class="soft">
        An account starts on the Free plan. You sign in with a passkey on this device: no password, no email address.
      </p>
      <PasskeyForm form={SIGN_UP} forms={forms} ceremony="create" button="Make a passkey">
        {(shown) => <Input of={shown} name="name" />}
      </PasskeyForm>
      <p class="soft small">
        Already have an account? <a href="/console/sign-in">Sign in</a>.
      </p>
    </>
  ),
});

type SignInLinkView = {
  readonly token: string;
  /** The name of the account that the link signs in to. */
  readonly name: string;
  readonly forms: Forms;
};

export const signInLinkPage = ({ token, name, forms }: SignInLinkView): ConsolePage => ({
  title: 'Sign in',
  flight: 'flying',
  main: (
    <>
      <h1>Sign in with your link</h1>
      <p class="clip">
        Account: <bdi>{name}</bdi>
      </p>
      <p class="soft">
        Your link works once, and for fifteen minutes after it was made. Add a passkey afterwards, so that you can sign
        in again.
      </p>
      <FormOf form={SIGN_IN_BY_LINK} forms={forms} params={{ token }}>
        {() => <button type="submit">Sign in</button>}
      </FormOf>
    </>
  ),
});

export const spentLinkPage: ConsolePage = {
  title: 'This sign-in link no longer works',
  flight: 'gone',
  main: (
    <>
      <h1>This sign-in link no longer works</h1>
      <p class="soft">
        A sign-in link works once and for fifteen minutes. Ask the operator for a new one, or sign in with a passkey.
      </p>
      <p>
        <a class="button" href="/console/sign-in">
          Sign in with a passkey
        </a>
      </p>
    </>
  ),
};
