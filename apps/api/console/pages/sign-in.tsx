/** The pages before the door: signing in, by passkey or by the operator's link, and signing up. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import type { FormErrors } from '../form';
import type { Page } from '../page';
import { Field, Note } from './components';

/** A form that a passkey answers. Without script it cannot work, and says so. */
export const PasskeyForm: FC<
  PropsWithChildren<{ action: string; ceremony: 'create' | 'get'; button: string; error?: string | undefined }>
> = ({ action, ceremony, button, error, children }) => (
  <form method="post" action={action} data-passkey={ceremony} data-challenge={`${action}/challenge`}>
    {error && <Note kind="wrong">{error}</Note>}
    {children}
    <input type="hidden" name="credential" value="" />
    <button type="submit" disabled>
      {button}
    </button>
    <p class="bad" role="status" />
    <noscript>
      <p class="soft">Passkeys need scripts to be allowed for this page.</p>
    </noscript>
  </form>
);

export const signInPage = (allowSignUp: boolean, error?: string): Page => ({
  title: 'Sign in',
  main: (
    <>
      <h1>Sign in to the console</h1>
      <p class="soft">
        Your device proves that it is you: with your fingerprint, your face or its PIN. There is no password.
      </p>
      <PasskeyForm action="/console/sign-in" ceremony="get" button="Sign in with a passkey" error={error} />
      <p class="soft small">
        {allowSignUp ? (
          <>
            No account yet? <a href="/console/sign-up">Make one</a>.
          </>
        ) : (
          'No passkey here yet? Ask the operator of this service for a sign-in link; then add a passkey of this device.'
        )}
      </p>
    </>
  ),
});

export const signUpPage = (name: string, errors: FormErrors): Page => ({
  title: 'Make an account',
  main: (
    <>
      <h1>Make an account</h1>
      <p class="soft">
        It is free, and has the plan FREE. You sign in with a passkey of this device: no password, no mail address.
      </p>
      <PasskeyForm action="/console/sign-up" ceremony="create" button="Make a passkey" error={errors.form}>
        <Field
          label="Name"
          name="name"
          value={name}
          error={errors.name}
          hint="Of yourself or your project. Your device shows it beside the passkey."
          input={{ required: true, maxlength: 100, autocomplete: 'organization' }}
        />
      </PasskeyForm>
      <p class="soft small">
        You have one? <a href="/console/sign-in">Sign in</a>.
      </p>
    </>
  ),
});

export const signInLinkPage = (token: string): Page => ({
  title: 'Sign in',
  main: (
    <>
      <h1>Sign in with your link</h1>
      <p class="soft">
        This link works once, within fifteen minutes of its making. Afterwards, add a passkey: it is your way back in.
      </p>
      <form method="post" action={`/console/sign-in/${encodeURIComponent(token)}`}>
        <button type="submit">Sign in</button>
      </form>
    </>
  ),
});

export const spentLinkPage: Page = {
  title: 'This link is used up',
  main: (
    <>
      <h1>This link is used up</h1>
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
