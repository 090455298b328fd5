/** The handler of every form of the console. It reads and checks the form, runs it once, and redirects. */

import { readAtMost } from '#api/http/json-body';
import { encodeBase64 } from '#api/qr/logo';
import { ERRORS } from '#domain/errors';
import { Refusal } from '#domain/refusal';
import { isUnavailable, logFault } from '#store/faults';
import { type ConsoleContext, createHandlers } from '../context';
import { redirectTo } from '../notices';
import { show } from '../page';
import { runningPage, tooLongPage } from '../refused';
import {
  describeRetype,
  type FieldErrors,
  type Fields,
  type Form,
  type Forms,
  findFile,
  KEPT,
  listMissingSecrets,
  makeState,
  pickDeclared,
  pickSecrets,
  REPLACED,
  SHOW,
  TOKEN,
  withKept,
} from './form';
import {
  type FormToken,
  isUnexpired,
  openSecrets,
  pageToken,
  parseToken,
  SECRET_LASTS_MS,
  sealSecrets,
  writeSecretCookie,
} from './kept-in-browser';
import { type FormResult, type Run, runOnce } from './run-once';

type Handling = {
  /** Returns the errors that the rules of single fields do not find. */
  readonly check?: (c: ConsoleContext, sent: Fields) => Promise<FieldErrors>;
  /** Performs the operation of the form. @throws FormRefused, Refusal */
  readonly run: (c: ConsoleContext, sent: Fields, run: Run) => Promise<FormResult>;
  /** Returns the field that a refusal belongs to. Without this function a refusal belongs to the whole form. */
  readonly fieldOf?: (refusal: Refusal) => string;
  /** Returns the values that a button of the form fills in. Without this function such a button only shows the form. */
  readonly fillIn?: (button: string, sent: Fields) => Fields;
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
    if (fields === null) return refuseTooLong(c, form, handling);
    const token = parseToken(fields[TOKEN]);
    const kept = await openSecrets(c, new URL(c.req.url).pathname, fields[KEPT]);
    const submitted = { form, handling, sent: withKept(form, pickDeclared(form, fields), kept), kept, token };
    if (token === null || !isUnexpired(token, c.get('now')))
      return showAgain(c, submitted, new FormRefused([['form', TOO_OLD]]));
    if (token.accountId !== (c.get('account')?.id ?? '')) return redirectTo(c, '/console', 'other-account');
    const button = fields[SHOW];
    if (button !== undefined) {
      const filled = handling.fillIn?.(button, submitted.sent);
      return showAgain(c, submitted, new FormRefused([], 200, filled));
    }
    try {
      return await runForm(c, submitted, token);
    } catch (error) {
      return showAgain(c, submitted, refusedBy(c, error, handling));
    }
  });

/** A form that is too long for its words is a page of its own, which Back leaves. A file that is too long is an error. */
function refuseTooLong(c: ConsoleContext, form: Form<string>, handling: Handling): Response | Promise<Response> {
  const file = findFile(form);
  if (file === undefined) return show(c, tooLongPage, 413);
  const refused = new FormRefused([[file, form.fields[file]?.tooLong ?? '']], 413);
  return showAgain(c, { form, handling, sent: {}, kept: {}, token: null }, refused);
}

type SubmittedForm = {
  readonly form: Form;
  readonly handling: Handling;
  readonly sent: Fields;
  /** The secrets that an earlier attempt has typed. */
  readonly kept: Fields;
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
  return redirectTo(c, done.to, done.notice, done.detail);
}

/** Turns an error into a refused form. @throws Refusal with 404 or 401, which console.ts handles */
function refusedBy(c: ConsoleContext, error: unknown, { fieldOf = () => 'form' }: Handling): FormRefused {
  if (error instanceof FormRefused) return error;
  if (error instanceof Refusal) {
    if ([401, 404].includes(getStatus(error))) throw error;
    return error.code === 'IDEMPOTENCY_KEY_REUSED'
      ? new FormRefused([['form', SENT_ALREADY]], 409)
      : new FormRefused([[fieldOf(error), error]]);
  }
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return refusalAfterFault(isUnavailable(error) ? null : requestId);
}

/** The words of an error: those of its field, or the message of the API as a sentence. */
export const findWords = (form: Form<string>, field: string, what: Refusal | string, sent: Fields): string =>
  what instanceof Refusal ? (form.fields[field]?.refused?.(what, sent) ?? formatSentence(what)) : what;

/**
 * Shows the form again with its fields and errors. After a fault the page has the same token, so that the next attempt
 * finds what this one created.
 */
async function showAgain(
  c: ConsoleContext,
  { form, handling, sent, kept, token }: SubmittedForm,
  refused: FormRefused,
): Promise<Response> {
  const { errors, status, shown } = refused;
  const messages = Object.fromEntries(
    [...errors].reverse().map(([field, what]) => [field, findWords(form, field, what, sent)]),
  );
  const retryAfter = errors.flatMap(([, what]) => (what instanceof Refusal ? (what.extras.retryAfter ?? []) : []))[0];
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  c.set('isRefused', errors.length > 0);
  if (status >= 500 && token !== null) c.set('formToken', token.text);
  const action = new URL(c.req.url).pathname;
  // What was typed is not wrong where somebody else has changed the value meanwhile.
  const secrets = pickSecrets(form, sent, kept, shown[REPLACED] === undefined ? messages : {});
  const state = makeState(form, action, { ...sent, ...shown }, messages, await sealSecrets(c, action, secrets));
  return handling.show(c, { token: pageToken(c), state }, status);
}

/**
 * The limit of a body. It is far beyond any valid form, so that a field over its own limit gets an error beside the
 * field.
 */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * Reads the fields of a form; null for a body over 256 KB. A body of another content type, and one that breaks off, has
 * no fields, and is refused because it has no token.
 * @param form the declaration, which names the fields that are sent several times; undefined if the form has none
 */
export async function readFields(c: ConsoleContext, form?: Form): Promise<Fields | null> {
  const type = c.req.header('Content-Type') ?? '';
  const isOfFile = form !== undefined && findFile(form) !== undefined && /^multipart\/form-data\b/i.test(type);
  if (!isOfFile && !/^application\/x-www-form-urlencoded\b/i.test(type)) return {};
  const bytes = await readAtMost(c.req.raw.body, MAX_FORM_BYTES).catch(() => new Uint8Array());
  if (bytes === null) return null;
  if (isOfFile) return readParts(bytes, type);
  const sent = new URLSearchParams(new TextDecoder().decode(bytes));
  const several = Object.entries(form?.fields ?? {}).filter(([name, { kind }]) => kind === 'several' && sent.has(name));
  return {
    ...Object.fromEntries(sent),
    ...Object.fromEntries(several.map(([name]) => [name, sent.getAll(name).join(' ')])),
  };
}

/** Reads the parts of a form with a file. Parts that cannot be told apart are no fields. */
async function readParts(bytes: Uint8Array, type: string): Promise<Fields> {
  try {
    const parts = [...(await new Response(new Blob([bytes]), { headers: { 'Content-Type': type } }).formData())];
    const texts = parts.map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : encodeBase64(new Uint8Array(await value.arrayBuffer())),
    ]);
    return Object.fromEntries(await Promise.all(texts));
  } catch {
    return {};
  }
}

/** The errors that a form's declaration finds: broken rules of fields, and secrets that the user must type again. */
function checkFields(form: Form, sent: Fields): FieldErrors {
  const broken = Object.entries(form.fields).flatMap(([name, { rule }]) => {
    const words = rule?.(sent[name] ?? '');
    return words === undefined ? [] : [[name, words] as const];
  });
  const missing = listMissingSecrets(form, sent);
  return [...broken, ...missing.map((name) => [name, describeRetype(form, name)] as const)];
}

/** The statuses with which a page shows a form again; 200 where it was not refused, but only shown. */
export type RefusedStatus = 200 | 400 | 401 | 403 | 409 | 410 | 413 | 429 | 500 | 503;

/** A refused form with all its errors. By default the status is that of the first error. */
export class FormRefused extends Error {
  constructor(
    readonly errors: FieldErrors,
    readonly status: RefusedStatus = statusOfFirst(errors),
    /** Values that the page shows in place of the sent ones. */
    readonly shown: Fields = {},
  ) {
    super('A form was refused');
    this.name = 'FormRefused';
  }
}

function statusOfFirst([first]: FieldErrors): RefusedStatus {
  const what = first?.[1];
  return what instanceof Refusal ? (getStatus(what) as RefusedStatus) : 400;
}

/**
 * The refusal after a fault: 500, or 503 where a store or an object is unreachable.
 * @param requestId the id that the page shows; null for the 503
 */
const refusalAfterFault = (requestId: string | null): FormRefused =>
  requestId === null
    ? new FormRefused(
        [['form', 'A part of the service does not respond. What you typed is here: please try again in a moment.']],
        503,
      )
    : new FormRefused([['form', `Something went wrong. That was our fault, and it has been noted: ${requestId}`]], 500);

/** The status of a refusal in the API. */
export const getStatus = ({ code }: Refusal) => ERRORS[code].status;

/** The message of a refusal in the API, with its detail. */
export const formatMessage = ({ code, extras }: Refusal): string =>
  ERRORS[code].message.replace('{}', () => extras.detail ?? '');

/** The message as a sentence. The API's messages may begin in lower case, and end without a full stop. */
function formatSentence(refusal: Refusal): string {
  const message = formatMessage(refusal);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
