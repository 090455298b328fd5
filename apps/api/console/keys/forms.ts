/** The forms of API keys. Rights have the rules of POST and PATCH /admin/keys (specification 12.8). */
import { KeyName } from '#api/accounts/accounts';
import { RightsBody, type RightsInput, readRights, rightsColumns } from '#api/accounts/key-rights';
import { SCOPES, type Scope } from '#domain/key-rights';
import { catchRefusal, isRefused, Refusal } from '#domain/refusal';
import { defineForm, type Field, type FieldErrors, type Fields, hidden } from '../forms/form';
import { parseCount } from '../links/link-property';
import { ACCESS, EXPIRIES, formatEnd, parseTimestamp, readChosenEnd, SCOPE_WORDS } from './rights';

/** The grace periods that the form of a rotation offers: seconds, and a label. */
export const GRACES = [
  ['0', 'Right away'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
  ['604800', 'In a week'],
] as const;
/** The values that the form may send, in seconds. */
const GRACE_CHOICES: readonly string[] = GRACES.map(([seconds]) => seconds);

const keyName: Field = {
  label: 'Name',
  rule(text) {
    if (text.trim() === '') return 'Enter a name.';
    if (KeyName.safeParse(text.trim()).success) return undefined;
    return 'Use letters from a to z, digits and signs, at most 100 characters. A header carries the name, and has no accents.';
  },
  input: { required: true, autocomplete: 'off' },
};

const words = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
const number = { inputmode: 'numeric', autocomplete: 'off' };

/** The fields that restrict a key; `checkRights` has their rules. */
const rights: Readonly<Record<string, Field>> = {
  access: { label: 'Access', kind: 'radios' },
  ...Object.fromEntries(SCOPES.map((scope) => [scope, { label: SCOPE_WORDS[scope], kind: 'tick' }])),
  links: { label: 'Which links', kind: 'radios' },
  origins: {
    label: 'Browser origins',
    kind: 'lines',
    hint: 'Only for a key that a web page itself uses: the address of the website, like https://app.example.com, one per line. Such a key cannot revoke itself through the API; you revoke it here.',
    input: { rows: 3, placeholder: 'https://app.example.com', ...words },
  },
  /** Asked for where it is needed, which `checkRights` finds. */
  exposed: { label: 'I understand that any visitor of these websites could change or delete my links.', kind: 'tick' },
  perMinute: { label: 'Calls per minute', input: number },
  perMonth: { label: 'Calls per month', input: number },
  expiry: { label: 'Expiry', kind: 'radios' },
  expiresAt: { label: 'Date (UTC)', hint: 'For example 2027-01-31 18:00.', input: words },
};

export const NEW_KEY = defineForm({
  path: '/console/keys',
  page: '/console/keys',
  fields: {
    name: {
      ...keyName,
      hint: 'What uses the key, e.g. “newsletter”, without accents: a header of every response carries it.',
    },
    ...rights,
  },
});

const KEY_PAGE = '/console/keys/:id';

export const NAME_KEY = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/name`,
  page: KEY_PAGE,
  fields: { name: keyName },
});

export const RESTRICT_KEY = defineForm({
  path: `${KEY_PAGE}/rights`,
  page: KEY_PAGE,
  fields: {
    /** The version of the key that the page showed. The handler detects a concurrent change by it. */
    version: hidden('The key as it was'),
    ...rights,
  },
});

export const ROTATE_KEY = defineForm({
  path: `${KEY_PAGE}/rotate`,
  page: KEY_PAGE,
  fields: {
    /** The mark of the text that the page showed as the current one (accounts/rotation.ts). */
    current: hidden('The secret as it was'),
    older: { label: 'A key has at most two secrets. Which one should end now?', kind: 'radios' },
    grace: {
      label: 'When should the current secret stop working?',
      kind: 'radios',
      rule: (text) => (GRACE_CHOICES.includes(text) ? undefined : 'Choose when the current secret stops working.'),
    },
  },
});

export const END_TEXT = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/previous-text/end`,
  page: KEY_PAGE,
  fields: { mark: hidden('The previous secret') },
});

export const SWITCH_KEY = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/switch`,
  page: KEY_PAGE,
  fields: { status: hidden('Status') },
});

export const REVOKE_KEY = defineForm({ isRepeatable: true, path: `${KEY_PAGE}/revoke`, page: KEY_PAGE, fields: {} });

const SHOWN_OF_ORIGIN = 80;

/** The rights that the fields state, before they are checked. */
function parseRights(fields: Fields, now: number) {
  const origins = splitOrigins(fields.origins);
  return {
    scopes: fields.access === 'some' ? tickedIn(fields) : null,
    expiresAt: parseTimestamp(readChosenEnd(fields, now)),
    links: fields.links || 'all',
    origins: origins.length === 0 ? null : origins,
    limits: { perMinute: parseCount(fields.perMinute), perMonth: parseCount(fields.perMonth) },
  };
}

const tickedIn = (fields: Fields) => SCOPES.filter((scope) => fields[scope]);

/**
 * The origins of a text, one a line. Browsers send each line end as two characters. An origin that was copied from an
 * address bar ends with a slash, which means nothing.
 */
const splitOrigins = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^([a-z]+:\/\/[^/]+)\/$/, '$1'))
    .filter((line) => line !== '');

/** Whether the form leaves the end as it was. Such an end stays, even if it has passed. */
const keepsEnd = (fields: Fields, shownEnd: number | null, now: number): boolean =>
  readChosenEnd(fields, now) === formatEnd(shownEnd);

/**
 * Returns the rights that the form sets.
 * @param shownEnd the end that the key has; null for a new key
 * @throws Refusal FIELD_INVALID for fields that `checkRights` refuses
 */
export function readRightsForm(fields: Fields, shownEnd: number | null, now: number): RightsInput {
  const stated = parseRights(fields, now);
  return readRights(keepsEnd(fields, shownEnd, now) ? { ...stated, expiresAt: undefined } : stated);
}

/** Returns all errors of the fields. @param shownEnd as for `readRightsForm` */
export function checkRights(fields: Fields, shownEnd: number | null, now: number): FieldErrors {
  const issues = RightsBody.safeParse(parseRights(fields, now)).error?.issues ?? [];
  const findIssue = (name: string, part?: string) =>
    issues.find(({ path }) => path[0] === name && (part === undefined || path[1] === part));
  const links = findIssue('links');
  const messages = [
    ['access', accessError(fields)],
    ['origins', originsError(fields, issues)],
    ['exposed', exposureError(fields)],
    ['perMinute', findIssue('limits', 'perMinute') && LIMIT_RULE],
    ['perMonth', findIssue('limits', 'perMonth') && LIMIT_RULE],
    ['expiry', expiryError(fields)],
    ['expiresAt', endError(fields, shownEnd, now, findIssue('expiresAt') !== undefined)],
    ['links', links && new Refusal('FIELD_INVALID', { detail: links.message })],
  ] as const;
  return messages.flatMap(([field, what]) => (what === undefined ? [] : [[field, what] as const]));
}

/**
 * Both limits have the same rule. The message of the API names a property of its body, which the form does not have.
 */
const LIMIT_RULE = 'Enter a whole number from 1 to one billion in digits, or leave the field blank.';

function accessError(fields: Fields): string | undefined {
  const isAll = fields.access !== 'some';
  const hasTick = tickedIn(fields).length > 0;
  if (fields.access && !ACCESS.some(([value]) => value === fields.access)) return 'Choose what the key may do.';
  if (isAll && hasTick) return 'Some boxes are selected. Choose “Only what is selected”, or clear them.';
  return isAll || hasTick ? undefined : 'Select at least one box, or choose “Full access”.';
}

function originsError(fields: Fields, issues: readonly { readonly path: PropertyKey[] }[]): string | undefined {
  const wrong = issues.filter(({ path: [name] }) => name === 'origins').map(({ path: [, line] }) => line);
  const first = wrong.find((line) => line !== undefined);
  if (first === undefined) return wrong.length > 0 ? 'A key has at most 20 origins.' : undefined;
  const text = splitOrigins(fields.origins)[Number(first)] ?? '';
  return `“${text.slice(0, SHOWN_OF_ORIGIN)}” is not an origin. Enter one per line, like https://app.example.com, in lower case and without a path or a star.`;
}

/** Whether a scope lets pages do more than create or read. */
const isGrave = (scope: Scope): boolean => scope !== 'links:create' && !scope.endsWith(':read');

/** The question before a key that every visitor of a page can read may change or delete links. */
function exposureError(fields: Fields): string | undefined {
  const isSafe = fields.access === 'some' && !tickedIn(fields).some(isGrave);
  if (isSafe || splitOrigins(fields.origins).length === 0 || fields.exposed) return undefined;
  return 'A key that a web page uses is visible to everyone who visits it. With this access they could change or delete your links. Choose less access, like “Create only”, or tick the box.';
}

const expiryError = ({ expiry }: Fields): string | undefined =>
  expiry && !EXPIRIES.some(([value]) => value === expiry) ? 'Choose when the key expires.' : undefined;

const NO_TIME = 'Enter a UTC time like 2027-01-31 18:00.';

/** @param isBroken whether the end is not a time */
function endError(fields: Fields, shownEnd: number | null, now: number, isBroken: boolean): string | undefined {
  const end = readChosenEnd(fields, now);
  if (fields.expiry === 'date' && end === '') return NO_TIME;
  if (keepsEnd(fields, shownEnd, now)) return undefined;
  if (isBroken) return NO_TIME;
  const columns = catchRefusal(() => rightsColumns({ expiresAt: parseTimestamp(end) }, now));
  return isRefused(columns) ? 'The expiry must be in the future.' : undefined;
}
