/**
 * The fields of the forms that restrict a key. Their rules are those of POST and PATCH /admin/keys (specification
 * 12.8).
 */
import { type RightsInput, readRights, rightsColumns } from '#api/accounts/key-rights';
import { isRefused, outcomeOf } from '#domain/outcome';
import { SCOPES } from '#domain/scopes';
import type { FieldErrors, Fields } from './forms/form';
import { chosenEnd, EXPIRIES, endText, timestampOf } from './key-expiry';
import { ACCESS } from './key-rights';
import { numberOf, refusedFields } from './link-fields';

const SHOWN_OF_ORIGIN = 80;

/** The rights that the fields state, before they are checked. */
function statedRights(fields: Fields, now: number) {
  const origins = linesOf(fields.origins);
  return {
    scopes: fields.access === 'some' ? tickedIn(fields) : null,
    expiresAt: timestampOf(chosenEnd(fields, now)),
    links: fields.links || 'all',
    origins: origins.length === 0 ? null : origins,
    limits: { perMinute: numberOf(fields.perMinute), perMonth: numberOf(fields.perMonth) },
  };
}

const tickedIn = (fields: Fields) => SCOPES.filter((scope) => fields[scope]);

/** The lines of a text that are not empty. Browsers send each line end as two characters. */
const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether the form leaves the end as it was. Such an end stays, even if it has passed. */
const keepsEnd = (fields: Fields, shownEnd: number | null, now: number): boolean =>
  chosenEnd(fields, now) === endText(shownEnd);

/**
 * Returns the rights that the form sets.
 * @param shownEnd the end that the key has; null for a new key
 * @throws Refusal FIELD_INVALID for fields that `rightsErrors` refuses
 */
export function readRightsForm(fields: Fields, shownEnd: number | null, now: number): RightsInput {
  const stated = statedRights(fields, now);
  return readRights(keepsEnd(fields, shownEnd, now) ? { ...stated, expiresAt: undefined } : stated);
}

/** Returns all errors of the fields. @param shownEnd as for `readRightsForm` */
export function rightsErrors(fields: Fields, shownEnd: number | null, now: number): FieldErrors {
  const { links, limits } = statedRights(fields, now);
  const messages = [
    ['access', accessError(fields)],
    ['origins', originsError(fields)],
    ['perMinute', limitError(limits.perMinute)],
    ['perMonth', limitError(limits.perMonth)],
    ['expiry', expiryError(fields)],
    ['expiresAt', endError(fields, shownEnd, now)],
  ] as const;
  return [
    ...messages.flatMap(([field, message]) => (message === undefined ? [] : [[field, message] as const])),
    ...refusedFields(['links'], () => readRights({ links })),
  ];
}

function accessError(fields: Fields): string | undefined {
  const isAll = fields.access !== 'some';
  const hasTick = tickedIn(fields).length > 0;
  if (fields.access && !ACCESS.some(([value]) => value === fields.access)) return 'Choose what the key may do.';
  if (isAll && hasTick) return 'Some boxes are selected. Choose “Only what is selected”, or clear them.';
  return isAll || hasTick ? undefined : 'Select at least one box, or choose “Full access”.';
}

function originsError(fields: Fields): string | undefined {
  const lines = linesOf(fields.origins);
  const isWrong = (origins: readonly string[]) => isRefused(outcomeOf(() => readRights({ origins })));
  const wrong = lines.find((line) => isWrong([line]));
  if (wrong !== undefined)
    return `“${wrong.slice(0, SHOWN_OF_ORIGIN)}” is not an origin. Enter one per line, like https://app.example.com, in lower case and without a path or a star.`;
  return lines.length > 0 && isWrong(lines) ? 'A key has at most 20 origins.' : undefined;
}

/** Both limits have one rule. The message of the API names a property of its body, which the form does not have. */
const limitError = (perMinute: unknown): string | undefined =>
  isRefused(outcomeOf(() => readRights({ limits: { perMinute } })))
    ? 'Enter a whole number from 1 to one billion in digits, or leave the field blank.'
    : undefined;

const expiryError = ({ expiry }: Fields): string | undefined =>
  expiry && !EXPIRIES.some(([value]) => value === expiry) ? 'Choose when the key expires.' : undefined;

const NO_TIME = 'Enter a UTC time like 2027-01-31 18:00.';

function endError(fields: Fields, shownEnd: number | null, now: number): string | undefined {
  const end = chosenEnd(fields, now);
  if (fields.expiry === 'date' && end === '') return NO_TIME;
  if (keepsEnd(fields, shownEnd, now)) return undefined;
  const read = outcomeOf(() => readRights({ expiresAt: timestampOf(end) }));
  if (isRefused(read)) return NO_TIME;
  return isRefused(outcomeOf(() => rightsColumns(read, now))) ? 'The expiry must be in the future.' : undefined;
}
