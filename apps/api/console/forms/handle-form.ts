/** The handler of every form of the console. It reads and checks the form, runs it once, and redirects. */
import { Refusal } from '#domain/refusal';
import { isUnavailable } from '#store/faults';
import { logFault } from '#store/log-fault';
import { type ConsoleContext, createHandlers } from '../context';
import { show } from '../page';
import { runningPage, tooLongPage } from '../pages/refused';
import { sentenceOf, statusOf } from '../refusal-message';
import { checkFields } from './check-fields';
import { declaredFields, type FieldErrors, type Fields, type Form, type Forms, SHOW, stateOf, TOKEN } from './form';
import { FormRefused, type RefusedStatus, refusalAfterFault } from './form-refused';
import { redirectTo } from './notice';
import { readFields } from './read-fields';
import { type FormResult, type Run, runOnce } from './run-once';
import { SECRET_LASTS_MS, writeSecretCookie } from './secret-cookie';
import { type FormToken, isUnexpired, pageToken, parseToken } from './token';

type Handling = {
  /** Returns the errors that the rules of single fields do not find. */
  readonly check?: (c: ConsoleContext, sent: Fields) => Promise<FieldErrors>;
  /** Performs the operation of the form. @throws FormRefused, Refusal */
  readonly run: (c: ConsoleContext, sent: Fields, run: Run) => Promise<FormResult>;
  /** Returns the field that a refusal belongs to. Without this function a refusal belongs to the whole form. */
  readonly fieldOf?: (refusal: Refusal) => string;
  /** Returns the values that a button of the form fills in. Without this function such a button only shows the form. */
  readonly fillIn?: (button: string) => Fields;
  /** Shows the page of the form again, with the state of the form. */
  readonly show: (c: ConsoleContext, forms: Forms, status: RefusedStatus) => Response | Promise<Response>;
};

const TOO_OLD = 'This page was too old to be sent. Nothing was done: please check it, and send it again.';
const SENT_ALREADY =
  'This page was sent already with other content, and that was done. To do this as well, send it again.';

/** The handlers of a POST to a form's path. */
export const handleForm = (form: Form, handling: Handling) =>
  createHandlers(async (c) => {
    const fields = await readFields(c, form);
    if (fields === null) return show(c, tooLongPage, 413);
    const token = parseToken(fields[TOKEN]);
    const submitted = { form, handling, sent: declaredFields(form, fields), token };
    if (token === null || !isUnexpired(token, c.get('now')))
      return showAgain(c, submitted, new FormRefused([['form', TOO_OLD]]));
    if (token.accountId !== (c.get('account')?.id ?? '')) return redirectTo(c, '/console', 'other-account');
    const button = fields[SHOW];
    if (button !== undefined) return showAgain(c, submitted, new FormRefused([], 200, handling.fillIn?.(button)));
    try {
      return await runForm(c, submitted, token);
    } catch (error) {
      return showAgain(c, submitted, refusedBy(c, error, handling));
    }
  });

type SubmittedForm = {
  readonly form: Form;
  readonly handling: Handling;
  readonly sent: Fields;
  readonly token: FormToken | null;
};

async function runForm(
  c: ConsoleContext,
  { form, handling, sent }: SubmittedForm,
  token: FormToken,
): Promise<Response> {
  const body = JSON.stringify(Object.entries(sent).sort());
  const outcome = await runOnce(c, { token, body, isRepeatable: form.isRepeatable === true }, async (run) => {
    const errors = [...checkFields(form, sent), ...((await handling.check?.(c, sent)) ?? [])];
    if (errors.length > 0) throw new FormRefused(errors);
    return handling.run(c, sent, run);
  });
  if (outcome.state === 'running') return show(c, runningPage, 409);
  if (outcome.state === 'used') throw new FormRefused([['form', SENT_ALREADY]], 409);
  const { done, run, at } = outcome;
  const until = at + SECRET_LASTS_MS;
  if (done.hands !== undefined && c.get('now') < until) await writeSecretCookie(c, done.hands, run.secretSeed, until);
  return redirectTo(c, done.to, done.notice);
}

/** Turns an error into a refused form. @throws Refusal with 404 or 401, which console.ts handles */
function refusedBy(c: ConsoleContext, error: unknown, { fieldOf = () => 'form' }: Handling): FormRefused {
  if (error instanceof FormRefused) return error;
  if (error instanceof Refusal) {
    if ([401, 404].includes(statusOf(error))) throw error;
    return error.code === 'IDEMPOTENCY_KEY_REUSED'
      ? new FormRefused([['form', SENT_ALREADY]], 409)
      : new FormRefused([[fieldOf(error), error]]);
  }
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return refusalAfterFault(isUnavailable(error) ? null : requestId);
}

/** The words of an error: those of its field, or the message of the API as a sentence. */
const wordsOf = (form: Form<string>, field: string, what: Refusal | string, sent: Fields): string =>
  what instanceof Refusal ? (form.fields[field]?.refused?.(what, sent) ?? sentenceOf(what)) : what;

/**
 * Shows the form again with its fields and errors. After a fault the page has the same token, so that the next attempt
 * finds what this one has made.
 */
function showAgain(c: ConsoleContext, { form, handling, sent, token }: SubmittedForm, refused: FormRefused) {
  const { errors, status, shown } = refused;
  const messages = Object.fromEntries(
    [...errors].reverse().map(([field, what]) => [field, wordsOf(form, field, what, sent)]),
  );
  const retryAfter = errors.flatMap(([, what]) => (what instanceof Refusal ? (what.extras.retryAfter ?? []) : []))[0];
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  if (status >= 500 && token !== null) c.set('formToken', token.text);
  const action = new URL(c.req.url).pathname;
  return handling.show(
    c,
    { token: pageToken(c), state: stateOf(form, action, { ...sent, ...shown }, messages) },
    status,
  );
}
