/**
 * What a form of the console is. From its declaration come its rendering (form.tsx), its reading and checking, and its
 * answer (handle-form.ts). How one is made: docs/console.md.
 */
import type { Child } from 'hono/jsx';
import type { Refusal } from '#domain/refusal';

/** The text of every field that was sent; the last one of a name. */
export type Fields = Readonly<Record<string, string>>;

/** What is wrong, by field, in words for people; `form` where it is no single field. */
export type FormErrors = Readonly<Record<string, string>>;

/** Fields, each with what is wrong with it: in the API's words, or in ours. */
export type Wrong = readonly (readonly [field: string, what: Refusal | string])[];

export type Field = {
  /** How the summary of what is wrong calls it, too. */
  readonly label: string;
  readonly hint?: Child;
  /** `tick` is a box, `choice` a list; `hidden` is what the page itself sends along. */
  readonly kind?: 'text' | 'url' | 'secret' | 'tick' | 'choice' | 'hidden';
  /** Attributes of the input itself. Never `maxlength`: it cuts in silence what is pasted. */
  readonly input?: Readonly<Record<string, string | number | boolean>>;
  /** What is wrong with the text, in words; undefined for a good one. */
  readonly rule?: (text: string) => string | undefined;
  /** Of a secret, which is never sent back: the words of the box by which a form is sent again without it. */
  readonly without?: string;
  /** Neither shown again nor kept over a sign-in: what a script or a deliberate hand fills in each time. */
  readonly isFleeting?: true;
};

export type Form<Name extends string = string> = {
  /** Where it is sent, as a route, e.g. `/console/keys/:id/name`. */
  readonly path: string;
  /** The page that shows it, with the same parameters. */
  readonly page: string;
  readonly fields: Readonly<Record<Name, Field>>;
  /** Done twice is done once: it is done, too, while nothing can remember that it was. */
  readonly isRepeatable?: true;
};

export const defineForm = <Name extends string = never>(form: Form<Name>): Form<Name> => form;

export type Params = Readonly<Record<string, string>>;

/** A route with its parameters filled in. */
export const filled = (route: string, params: Params): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The parameters of a path that a route fits; null of one that it does not. */
export function matched(route: string, path: string): Params | null {
  const pattern = new RegExp(`^${route.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(path);
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]));
}

/** A text that is no escaping stays as it is: nothing is there by that name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The names of the fields that nobody is shown again. */
export const secretsOf = ({ fields }: Form): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : []));

/** The box beside a secret's field: ticked, the form may be sent again without it. */
export const withoutOf = (secret: string): string => `${secret}-without`;

/** The field by which a page tells the secrets that were typed and have to be typed again. */
export const AGAIN = 'again';

/** The field of the one-time token (token.ts). */
export const TOKEN = 'token';

/** Of what was sent only what the form knows. */
export function keptOf(form: Form, sent: Fields): Fields {
  const known = new Set([...Object.keys(form.fields), AGAIN, ...secretsOf(form).map(withoutOf)]);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.has(name)));
}

/** Secrets that this form was shown without, although they had been typed. */
export const lostIn = (form: Form, sent: Fields): string[] =>
  (sent[AGAIN] ?? '').split(' ').filter((name) => secretsOf(form).includes(name));

export const wordsForLost = ({ fields }: Form<string>, name: string): string =>
  `Type the ${fields[name]?.label.toLowerCase()} again: it is not sent back to this page.`;

/** What a page shows of one of its forms after it was sent, or after a sign-in. */
export type FormState = {
  /** Where that form is sent: a page may hold several. */
  readonly action: string;
  readonly typed: Fields;
  readonly errors: FormErrors;
  /** Secrets that have to be typed again. */
  readonly lost: readonly string[];
};

/** What the forms of one page share: the token that each is sent with, and the state of the one that was sent. */
export type Forms = { readonly token: string; readonly state: FormState | undefined };

/** A form as it is shown again: without its secrets, which are asked for again, and without what is fleeting. */
export function stateOf(form: Form<string>, action: string, sent: Fields, errors: FormErrors): FormState {
  const secrets = secretsOf(form);
  const lost = secrets.filter((name) => sent[name] || lostIn(form, sent).includes(name));
  const isShown = (name: string) => name !== AGAIN && !secrets.includes(name) && !form.fields[name]?.isFleeting;
  const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => isShown(name)));
  const ofLost = lost.filter((name) => !sent[withoutOf(name)]).map((name) => [name, wordsForLost(form, name)]);
  return { action, typed, errors: { ...Object.fromEntries(ofLost), ...errors }, lost };
}

/** Whether there is anything of a form to be shown again, and not a mere button. */
export const isTyped = ({ typed, lost }: FormState): boolean =>
  lost.length > 0 || Object.values(typed).some((text) => text !== '');
