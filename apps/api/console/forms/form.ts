/**
 * The declaration of a form of the console. It determines how the form is rendered (shown.tsx, input.tsx), checked
 * (wrong.ts) and handled (handle-form.ts). How to declare one: docs/console.md.
 */
import type { Child } from 'hono/jsx';
import type { Refusal } from '#domain/refusal';

/** The text of every field that was sent. Of several fields with one name the last counts. */
export type Fields = Readonly<Record<string, string>>;

/** Messages for people by field; `form` is the field for the form as a whole. */
export type FormErrors = Readonly<Record<string, string>>;

/** Fields with their errors: a refusal of the API, or a message of the console. */
export type FieldErrors = readonly (readonly [field: string, what: Refusal | string])[];

export type Field = {
  /** The summary of errors uses it, too. */
  readonly label: string;
  readonly hint?: Child;
  /** `tick` is a checkbox, `choice` a select; `hidden` is a value that the page sends along. */
  readonly kind?: 'text' | 'url' | 'secret' | 'tick' | 'choice' | 'hidden';
  /** Attributes of the input element. Never `maxlength`, which truncates pasted text silently. */
  readonly input?: Readonly<Record<string, string | number | boolean>>;
  /** The message for an invalid text; undefined for a valid one. */
  readonly rule?: (text: string) => string | undefined;
  /**
   * Only for a secret, which is never sent back: the label of the checkbox that sends a refused form again without it.
   */
  readonly without?: string;
  /** The value is neither shown again nor kept over a sign-in, because it must be filled in anew each time. */
  readonly isTransient?: true;
};

export type Form<Name extends string = string> = {
  /** The route that the form is sent to, e.g. `/console/keys/:id/name`. */
  readonly path: string;
  /** The route of the page that shows it, with the same parameters. */
  readonly page: string;
  readonly fields: Readonly<Record<Name, Field>>;
  /** Doing it twice equals doing it once. So it is done even while the object that stores results is unreachable. */
  readonly isRepeatable?: true;
};

export const defineForm = <Name extends string = never>(form: Form<Name>): Form<Name> => form;

export type Params = Readonly<Record<string, string>>;

/** A route with its parameters filled in. */
export const filled = (route: string, params: Params): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The parameters of a path that matches a route; null for any other path. */
export function matched(route: string, path: string): Params | null {
  const pattern = new RegExp(`^${route.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(path);
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]));
}

/** An ill-formed escape stays as it is, and then matches no id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The names of a form's secret fields. */
const secretsOf = ({ fields }: Form): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : []));

/** The name of the checkbox beside a secret's field, which allows sending the form again without the secret. */
export const withoutField = (secret: string): string => `${secret}-without`;

/** The hidden field that names the secrets which were typed and have to be typed again. */
export const AGAIN = 'again';

/** The field of the one-time token (token.ts). */
export const TOKEN = 'token';

/** The sent fields that the form declares, with those that belong to its secrets. */
export function declaredFields(form: Form, sent: Fields): Fields {
  const known = new Set([...Object.keys(form.fields), AGAIN, ...secretsOf(form).map(withoutField)]);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.has(name)));
}

/** The secrets that had been typed before, but were not shown again. */
export const lostSecrets = (form: Form, sent: Fields): string[] =>
  (sent[AGAIN] ?? '').split(' ').filter((name) => secretsOf(form).includes(name));

/** The message beside a secret that has to be typed again. */
export const retypeMessage = ({ fields }: Form<string>, name: string): string =>
  `Type the ${fields[name]?.label.toLowerCase()} again: it is not sent back to this page.`;

/** The state of a form that a page shows again: after it was refused, or after a sign-in. */
export type FormState = {
  /** The path that the form is sent to. It tells the forms of a page apart. */
  readonly action: string;
  readonly typed: Fields;
  readonly errors: FormErrors;
  /** The names of the secrets that have to be typed again. */
  readonly lost: readonly string[];
};

/** The shared input of all forms of a page: their token, and the state of the one that was sent. */
export type Forms = { readonly token: string; readonly state: FormState | undefined };

/** The state to show a form again. It has no secrets, which have to be typed again, and no fleeting values. */
export function stateOf(form: Form<string>, action: string, sent: Fields, errors: FormErrors): FormState {
  const secrets = secretsOf(form);
  const lost = secrets.filter((name) => sent[name] || lostSecrets(form, sent).includes(name));
  const isShown = (name: string) => name !== AGAIN && !secrets.includes(name) && !form.fields[name]?.isTransient;
  const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => isShown(name)));
  const ofLost = lost.filter((name) => !sent[withoutField(name)]).map((name) => [name, retypeMessage(form, name)]);
  return { action, typed, errors: { ...Object.fromEntries(ofLost), ...errors }, lost };
}

/** Whether the state has anything to show. A form with only a button has not. */
export const hasContent = ({ typed, lost }: FormState): boolean =>
  lost.length > 0 || Object.values(typed).some((text) => text !== '');
