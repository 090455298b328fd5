/**
 * The declaration of a form of the console. It determines how the form is rendered (form-element.tsx, input.tsx), and
 * how it is checked and handled (handle-form.ts). How to declare a form: CONTRIBUTING.md.
 */
import type { Child } from 'hono/jsx';
import { isTag, MAX_TAG } from '#domain/link';
import { findNameFault, type NameFault } from '#domain/names';
import type { Refusal } from '#domain/refusal';

/** The sent text of each field. Where several fields have one name, the last one counts. */
export type Fields = Readonly<Record<string, string>>;

/** The error message of each field. The name `form` stands for the whole form. */
export type FormErrors = Readonly<Record<string, string>>;

/** Fields with their errors. An error is a refusal of the API, or a message of the console. */
export type FieldErrors = readonly (readonly [field: string, what: Refusal | string])[];

export type Field = {
  /** The text beside the input. The summary of errors uses it, too. */
  readonly label: string;
  readonly hint?: Child;
  /**
   * `lines` is a textarea, `moment` a day and a time of the reader's zone, `tick` a checkbox, `choice` a select,
   * `radios` a question with radio buttons, and `secret` a text that is sent back sealed only (kept-in-browser.ts). `several`
   * are checkboxes in any part of the form, whose values have no spaces: the text of the field is the ticked values,
   * with spaces between them. `file` is a file, whose text is its bytes in base64. `hidden` is not shown.
   */
  readonly kind?:
    | 'text'
    | 'url'
    | 'lines'
    | 'moment'
    | 'secret'
    | 'tick'
    | 'choice'
    | 'radios'
    | 'several'
    | 'file'
    | 'hidden';
  /** Attributes of the input element. `maxlength` is not allowed, because browsers truncate pasted text silently. */
  readonly input?: Readonly<Record<string, string | number | boolean>>;
  /** What the script says of a text that `minlength` or `pattern` of the input refuses, before the form is sent. */
  readonly wrong?: string;
  /** Returns the message for an invalid text, and undefined for a valid one. */
  readonly rule?: (text: string) => string | undefined;
  /** Returns the console's words for a refusal of the API; undefined where the message of the API serves. */
  readonly refused?: (refusal: Refusal, sent: Fields) => string | undefined;
  /** Only for a secret: the label of a checkbox. It lets the user send a refused form again without the secret. */
  readonly without?: string;
  /** Only for a secret: the name of a checkbox of the form that makes the secret needless. */
  readonly needlessBy?: string;
  /** Only for a file: the message if the form with it is too long to be read. */
  readonly tooLong?: string;
  /** Neither a refused form nor a draft keeps the value, because the user or the page sets it anew each time. */
  readonly isTransient?: true;
};

export type Form<Name extends string = string> = {
  /** The route that the form is sent to, e.g. `/console/keys/:id/name`. */
  readonly path: string;
  /** The route of the page that shows the form. It has the same parameters as `path`. */
  readonly page: string;
  readonly fields: Readonly<Record<Name, Field>>;
  /** The heading of the summary of errors: what did not happen. */
  readonly failed?: string;
  /** A second run has no further effect. So the form runs even while the object that stores results is unreachable. */
  readonly isRepeatable?: true;
};

export const defineForm = <Name extends string = never>(form: Form<Name>): Form<Name> => form;

export type Params = Readonly<Record<string, string>>;

/** Fills the parameters into a route. */
export const fillRoute = (route: string, params: Params): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Returns the parameters of a path that matches a route, and null for any other path. */
export function matchRoute(route: string, path: string): Params | null {
  const pattern = new RegExp(`^${route.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(path);
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeSegment(text)]));
}

/** Decodes a segment of a path. A segment with an ill-formed escape stays as it is, and matches no id. */
function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name of a form's file; undefined if it has none. */
export const findFile = ({ fields }: Form): string | undefined =>
  Object.keys(fields).find((name) => (fields as Form<string>['fields'])[name]?.kind === 'file');

/** The names of a form's secret fields. */
const listSecrets = ({ fields }: Form): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : []));

/** The name of the checkbox that lets the user send the form again without the secret. */
export const nameWithoutField = (secret: string): string => `${secret}-without`;

/** The hidden field with the names of the secrets that the user has typed before. */
export const AGAIN = 'again';

/** The hidden field with those of them that are not refused, sealed (kept-in-browser.ts). */
export const KEPT = 'kept';

/**
 * The name of the value that somebody else has saved meanwhile, in a form that is shown again. What was typed is not
 * wrong then, and sending the form again replaces that value.
 */
export const REPLACED = 'replaced';

/**
 * The name of a button that only shows the form again, on its page, for a browser without script. Its value may stand
 * for values that the form then has (handle-form.ts).
 */
export const SHOW = 'show';

/** The field of the one-time token (kept-in-browser.ts). */
export const TOKEN = 'token';

/** The sent fields that the form declares, and the sent fields that belong to its secrets. */
export function pickDeclared(form: Form, sent: Fields): Fields {
  const known = new Set([...Object.keys(form.fields), AGAIN, ...listSecrets(form).map(nameWithoutField)]);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.has(name)));
}

/** Whether the user has chosen to send the form without a secret. */
const isDropped = ({ fields }: Form<string>, name: string, sent: Fields): boolean =>
  Boolean(sent[nameWithoutField(name)] || sent[fields[name]?.needlessBy ?? '']);

/** The names of the secrets that the user has typed before. */
const listTypedBefore = (form: Form, sent: Fields): string[] =>
  (sent[AGAIN] ?? '').split(' ').filter((name) => listSecrets(form).includes(name));

/** The names of the secrets that the user must type again. */
export const listMissingSecrets = (form: Form, sent: Fields): string[] =>
  listTypedBefore(form, sent).filter((name) => !sent[name] && !isDropped(form, name, sent));

/** The sent fields, with the kept secrets in place of those that were not typed. */
export const withKept = (form: Form, sent: Fields, kept: Fields): Fields => ({
  ...sent,
  ...Object.fromEntries(Object.entries(kept).filter(([name]) => !sent[name] && !isDropped(form, name, sent))),
});

/** The secrets to keep for the next attempt: those that are typed or kept, and not refused. */
export function pickSecrets(form: Form, sent: Fields, kept: Fields, refused: FormErrors): Fields {
  const named = listSecrets(form).map((name) => [name, sent[name] || kept[name]] as const);
  return Object.fromEntries(
    named.flatMap(([name, text]) => (text && refused[name] === undefined ? [[name, text]] : [])),
  );
}

/** The message beside a secret that the user must type again. */
export const describeRetype = ({ fields }: Form<string>, name: string): string =>
  `Enter the ${fields[name]?.label.toLowerCase()} again. For safety it is not sent back to this page.`;

/** The state of a form that a page shows again, after a refusal or after a sign-in. */
export type FormState = {
  /** The path that the form is sent to. It identifies the form among all forms of a page. */
  readonly action: string;
  readonly typed: Fields;
  readonly errors: FormErrors;
  /** The names of the secrets that the user must type again. */
  readonly lost: readonly string[];
  /** The names of the secrets that are kept, and their sealed text. */
  readonly kept?: { readonly names: readonly string[]; readonly sealed: string } | undefined;
};

/** The input that all forms of a page share: their token, and the state of the form that was sent. */
export type Forms = { readonly token: string; readonly state: FormState | undefined };

/** The state with which a page shows a form again. It has neither secrets nor transient values. */
export function makeState(
  form: Form<string>,
  action: string,
  sent: Fields,
  errors: FormErrors,
  kept?: FormState['kept'],
): FormState {
  const secrets = listSecrets(form);
  const lost = secrets.filter(
    (name) => !kept?.names.includes(name) && (sent[name] || listTypedBefore(form, sent).includes(name)),
  );
  const isTransient = (name: string) => form.fields[name]?.isTransient || form.fields[name]?.kind === 'file';
  const isShown = (name: string) => name !== AGAIN && !secrets.includes(name) && !isTransient(name);
  const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => isShown(name)));
  const ofLost = lost.filter((name) => !isDropped(form, name, sent)).map((name) => [name, describeRetype(form, name)]);
  return { action, typed, errors: { ...Object.fromEntries(ofLost), ...errors }, lost, kept };
}

/** Whether the state has anything to show. The state of a form with only a button has nothing. */
export const hasContent = ({ typed, lost }: FormState): boolean =>
  lost.length > 0 || Object.values(typed).some((text) => text !== '');

export const nameField = (label: string): Field => ({
  label,
  rule: (text) => findNameError(text) ?? undefined,
  input: { required: true, autocomplete: 'off' },
});

/** Returns the message for a faulty name of a tag or a template; undefined for a valid one. */
export function findTagNameError(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a name.';
  return isTag(text.trim()) ? undefined : `Use one line of at most ${MAX_TAG} characters.`;
}

/** The hidden field for the response of a passkey. The script of the page fills it in. */
export const credential: Field = { label: 'Passkey', kind: 'hidden', isTransient: true };

/** A hidden field. The page sets its value anew each time that it is shown. */
export const hidden = (label: string): Field => ({ label, kind: 'hidden', isTransient: true });

/** The console's messages about names of accounts and passkeys. */
const WORDS: Record<NameFault, string> = {
  EMPTY: 'Please give it a name.',
  TOO_LONG: 'A name has at most 100 characters.',
  NOT_ONE_LINE: 'A name is one line of text.',
};

/** Returns the message for a faulty name; null for a valid one. */
export function findNameError(text: string): string | null {
  const fault = findNameFault(text);
  return fault && WORDS[fault];
}
