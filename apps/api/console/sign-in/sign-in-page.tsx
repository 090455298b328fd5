/** The pages for signing in, by passkey or by the operator's link, and for signing up. */
import type { Child, FC } from 'hono/jsx';
import { parseContact } from '#store/contact';
import { SIGN_IN, SIGN_IN_BY_LINK, SIGN_UP } from '../account/forms';
import { describePlan, type PlanView } from '../account/plan-cards';
import { Alert } from '../components';
import type { Form, Forms } from '../forms/form';
import { FormElement, type FormView } from '../forms/form-element';
import { Input } from '../forms/input';
import { NoticeLine, type NoticeText } from '../notices';
import type { ConsolePage } from '../page';

type PasskeyFormProps = {
  form: Form;
  forms: Forms;
  ceremony: 'create' | 'get';
  button: string;
  /** Whether the button is not the main one of its page. */
  isQuiet?: boolean;
  class?: string;
  children: (shown: FormView, button: Child) => Child;
};

/** A form that a passkey signs, with its button. The form needs the script, and without it shows a message. */
export const PasskeyForm: FC<PasskeyFormProps> = ({
  form,
  forms,
  ceremony,
  button,
  isQuiet = false,
  class: kind,
  children,
}) => (
  <FormElement
    form={form}
    forms={forms}
    class={kind}
    attributes={{ 'data-passkey': ceremony, 'data-challenge': `${form.path}/challenge` }}
  >
    {(shown) => (
      <>
        {children(
          shown,
          <button class={isQuiet ? 'quiet' : undefined} type="submit" disabled>
            {button}
          </button>,
        )}
        <Input of={shown} name="credential" value="" />
        <p class="bad" tabindex={-1} data-failure />
        <noscript>
          <p class="soft">Passkeys need scripts to be allowed for this page.</p>
        </noscript>
      </>
    )}
  </FormElement>
);

/** How to get in without a passkey. @param contact the variable CONTACT */
const AskForLink: FC<{ contact: string | undefined }> = ({ contact }) => {
  const found = parseContact(contact);
  return found === null ? (
    <>Ask the operator for a sign-in link.</>
  ) : (
    <>
      <a href={found.href}>Ask the operator for a sign-in link</a>.
    </>
  );
};

type SignInView = {
  readonly forms: Forms;
  readonly allowSignUp: boolean;
  /** The variable CONTACT. */
  readonly contact: string | undefined;
  /** Whether a form was sent without a session, and does not fit into the cookies of a draft. */
  readonly isTooLong?: boolean;
};

export const signInPage = ({ forms, allowSignUp, contact, isTooLong = false }: SignInView): ConsolePage => ({
  title: 'Sign in',
  own: 'sign-in',
  flight: 'flying',
  main: (notice) => <SignIn {...{ forms, allowSignUp, contact, isTooLong, notice }} />,
});

const SignIn: FC<Required<SignInView> & { notice: NoticeText | undefined }> = ({
  forms,
  allowSignUp,
  contact,
  isTooLong,
  notice,
}) => {
  const isAgain = isTooLong || notice?.isSuccess === false;
  return (
    <>
      <h1>{isAgain ? 'Sign in again' : 'Sign in'}</h1>
      <NoticeLine notice={notice} />
      {isTooLong && (
        <Alert kind="wait" lead="Your session has ended.">
          Nothing was done, and what you typed is too long to be kept here. Sign in with another tab, and then reload
          this page: the reload sends the form again.
        </Alert>
      )}
      {!isAgain && (
        <p class="soft">Use your fingerprint, face or device PIN. {'There\u00a0is\u00a0no\u00a0password.'}</p>
      )}
      <PasskeyForm form={SIGN_IN} forms={forms} ceremony="get" button="Sign in with a passkey">
        {(_, button) => button}
      </PasskeyForm>
      <p class="soft small">
        {allowSignUp && !isAgain && (
          <>
            New here? <a href="/console/sign-up">Create an account</a>.<br />
          </>
        )}
        No passkey? <AskForLink contact={contact} />
      </p>
    </>
  );
};

/** @param has what the plan of a new account depends on */
export const signUpPage = (forms: Forms, has: Pick<PlanView, 'policy' | 'settings'>): ConsolePage => ({
  title: 'Create an account',
  own: 'sign-in',
  flight: 'flying',
  main: (
    <>
      <h1>Create an account</h1>
      <p class="soft even">You sign in with a passkey: no password, no email address.</p>
      <p class="soft even small">{describePlan('FREE', has)}</p>
      <PasskeyForm form={SIGN_UP} forms={forms} ceremony="create" button="Create account with a passkey">
        {(shown, button) => (
          <>
            <Input of={shown} name="name" />
            {button}
          </>
        )}
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
      <dl class="whose">
        <dt class="soft small">Account</dt>
        <dd class="name clip">
          <bdi>{name}</bdi>
        </dd>
      </dl>
      <FormElement form={SIGN_IN_BY_LINK} forms={forms} params={{ token }}>
        {() => <button type="submit">Sign in</button>}
      </FormElement>
      <p class="soft small">
        The link works once. Add a passkey next, so that you can sign in again.
        <br />
        Not your account? Close this page.
      </p>
    </>
  ),
});

/**
 * The page of a sign-in link that is used up. Whoever has one most likely has no passkey yet, so it first leads to the
 * operator.
 * @param contact the variable CONTACT
 */
export const spentLinkPage = (contact: string | undefined): ConsolePage => {
  const found = parseContact(contact);
  return {
    title: 'This sign-in link no longer works',
    flight: 'gone',
    main: (
      <>
        <h1>This sign-in link no longer works</h1>
        <p class="soft">A sign-in link works once, and for fifteen minutes.</p>
        {found === null && <p class="soft">Ask the operator for a new one.</p>}
        <p class="line">
          {found && (
            <a class="button" href={found.href}>
              Ask the operator for a new one
            </a>
          )}
          <a class="button quiet" href="/console/sign-in">
            Sign in with a passkey
          </a>
        </p>
      </>
    ),
  };
};
