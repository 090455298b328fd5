/**
 * The facts of a link that its owner can change, each by a form of its own: the form, the body of
 * PATCH /v2/links/:shortCode that it becomes, its errors, and whether somebody else has changed the fact meanwhile.
 */
import type { DetailedLink } from '#api/links/link-details';
import { EditBody } from '#api/links/link-edit';
import { type LinkPolicy, listRefusals } from '#api/links/link-request';
import { normalizeTag } from '#domain/link';
import { hashText } from '#secrets/digest';
import { formatMoment } from '../components';
import { defineForm, type Field, type FieldErrors, type Fields, type Form, REPLACED } from '../forms/form';
import { FormRefused } from '../forms/handle-form';
import { encodeTag, joinTags } from '../tags/tag-choice';
import {
  CLICK_LIMIT,
  DETAIL_FIELDS,
  EXPIRES_AFTER,
  LIFETIME,
  LIFETIME_UNIT,
  NEVER,
  PASSWORD,
  PICKED_TAGS,
  URL_FIELD,
} from './forms';
import { checkExpiry, readBody } from './link-fields';

type FactRow = {
  /** The first field of the fact's form. Errors stand beside it. */
  readonly field: string;
  /** The stored value. A concurrent change is detected by it. */
  readonly value: (link: DetailedLink) => string | number | null;
  /**
   * The value in words, after “Someone set this to”. Without this function the field of the form shows the value
   * itself.
   */
  readonly words?: (link: DetailedLink) => string;
  /** The texts of the form's fields. Without this function the first field has the value. */
  readonly fields?: (link: DetailedLink) => Fields;
};

export const FACTS = {
  destination: { field: 'url', value: ({ url }) => url },
  end: {
    field: 'expiresIn',
    value: ({ expiresAt }) => expiresAt,
    words: ({ expiresAt }) => (expiresAt === null ? 'never expire' : `expire on ${formatMoment(expiresAt)}`),
  },
  limit: { field: 'maxClicks', value: ({ maxClicks }) => maxClicks },
  password: {
    field: 'password',
    value: ({ password }) => password,
    words: ({ password }) => (password === null ? 'no password' : 'another password'),
  },
  title: { field: 'title', value: ({ details }) => details.title },
  tags: {
    field: 'tags',
    value: ({ details }) => joinTags(details.tags),
    fields: ({ details }) => ({ picked: details.tags.map(encodeTag).join(' '), tags: '' }),
  },
  notes: { field: 'notes', value: ({ details }) => details.notes },
  'own-id': { field: 'externalId', value: ({ details }) => details.externalId },
} as const satisfies Record<string, FactRow>;

export type Fact = keyof typeof FACTS;

export const getFactRow = (fact: Fact): FactRow => FACTS[fact];

export const FACT_NAMES = Object.keys(FACTS) as Fact[];

/** The texts that the fields of a fact's form begin with. */
const listFactFields = (fact: Fact, link: DetailedLink): Fields =>
  getFactRow(fact).fields?.(link) ?? { [getFactRow(fact).field]: formatFactField(fact, link) };

/** The value of a fact as a text. */
export const formatFactField = (fact: Fact, link: DetailedLink): string => String(getFactRow(fact).value(link) ?? '');

/** A digest of the fact as the page showed it. The handler detects a concurrent change by it with `refuseIfChanged`. */
const SEEN: Field = { label: 'The link as it was', kind: 'hidden' };

const defineEdit = (fact: Fact, fields: Record<string, Field>): Form =>
  defineForm({
    path: `/console/links/:code/${fact}`,
    page: '/console/links/:code',
    failed: 'Nothing was changed.',
    fields: { seen: SEEN, ...fields },
  });

export const EDITS: Readonly<Record<Fact, Form>> = {
  destination: defineEdit('destination', { url: URL_FIELD }),
  end: defineEdit('end', {
    lifetime: LIFETIME,
    expiresIn: EXPIRES_AFTER,
    unit: LIFETIME_UNIT,
  }),
  limit: defineEdit('limit', {
    maxClicks: {
      ...CLICK_LIMIT,
      label: 'New limit',
      hint: 'Counts all clicks since the link was created. Leave empty for no limit.',
    },
  }),
  password: defineEdit('password', {
    password: { ...PASSWORD, label: 'New password', without: 'Leave the password as it is' },
    open: { label: 'Remove the password', kind: 'tick' },
  }),
  title: defineEdit('title', { title: DETAIL_FIELDS.title }),
  tags: defineEdit('tags', { picked: PICKED_TAGS, tags: DETAIL_FIELDS.tags }),
  notes: defineEdit('notes', { notes: DETAIL_FIELDS.notes }),
  'own-id': defineEdit('own-id', { externalId: DETAIL_FIELDS.externalId }),
};

/** The body of the PATCH. It has only those properties of the form that differ from the link. */
export function readEdit(fields: Fields, link: DetailedLink): Record<string, unknown> {
  const { url, maxClicks, expiresIn, password, title, notes, tags, externalId } = readBody(fields);
  const { details } = link;
  const has = (name: string) => fields[name] !== undefined;
  return {
    ...(has('url') && url !== link.url && { url }),
    ...(has('maxClicks') && maxClicks !== link.maxClicks && { maxClicks }),
    ...(expiresIn !== null && { expiresIn }),
    ...(fields.lifetime === NEVER && link.expiresAt !== null && { expiresIn: null }),
    ...(password !== null && { password }),
    ...(fields.open && link.password !== null && { password: null }),
    ...(has('title') && title !== details.title && { title }),
    ...(has('notes') && notes !== details.notes && { notes }),
    ...(has('tags') && joinKeys(tags) !== joinKeys(details.tags) && { tags }),
    ...(has('externalId') && externalId !== details.externalId && { externalId }),
  };
}

/** The tags as they are compared. Another spelling of the same tag is not a change. */
const joinKeys = (tags: readonly string[]): string => JSON.stringify(tags.map(normalizeTag));

/** All errors of an edit: contradictions between fields, and the API's refusals of single fields. */
export function checkEdit(fields: Fields, edit: Record<string, unknown>, policy: LinkPolicy): FieldErrors {
  const contradictions: FieldErrors = [
    ...checkExpiry(fields),
    ...(fields.password && fields.open
      ? ([['open', 'Choose a new password or none: empty the field above, or untick this box.']] as const)
      : []),
  ];
  return [...contradictions, ...listRefusals(edit, policy, EditBody)];
}

/**
 * A short digest of a fact's value. It reveals only whether the value has changed. The id distinguishes links that have
 * had the same code.
 */
const digestOfFact = async ({ id }: DetailedLink, value: unknown): Promise<string> =>
  (await hashText(`${id} ${value}`)).slice(0, 10);

/** The digests of the facts that a page shows of a link. */
export type SeenFacts = Readonly<Record<Fact, string>>;

export async function digestFacts(link: DetailedLink): Promise<SeenFacts> {
  const seen = FACT_NAMES.map(async (fact) => [fact, await digestOfFact(link, getFactRow(fact).value(link))] as const);
  return Object.fromEntries(await Promise.all(seen)) as SeenFacts;
}

/**
 * Whether the field of a fact has another text than its page showed. A fact that is shown in words is sent only after
 * an edit.
 */
async function isEdited(fact: Fact, sent: Fields, link: DetailedLink): Promise<boolean> {
  const { field, words } = getFactRow(fact);
  if (words !== undefined) return true;
  const body = readBody(sent);
  const typed: Record<string, unknown> = { ...body, url: body.url.trim(), tags: joinTags(body.tags) };
  return (await digestOfFact(link, typed[field])) !== sent.seen;
}

/** The message if the concurrent change was undone before it could be shown. */
export const CHANGED_MEANWHILE = 'This link was changed while you were editing. Check it, and save again.';

/**
 * Refuses a form whose page showed another value of its fact. Changes of other facts do not matter.
 * @throws FormRefused with the current value. A field that nobody has edited shows it
 */
export async function refuseIfChanged(fact: Fact, sent: Fields, link: DetailedLink): Promise<void> {
  const { field, value, words } = getFactRow(fact);
  const seen = await digestOfFact(link, value(link));
  if (sent.seen === seen) return;
  const current = words?.(link) ?? formatFactField(fact, link);
  const edited = await isEdited(fact, sent, link);
  const message = `Someone set this to ${shortened(current) || 'nothing'} while you were editing.`;
  throw edited
    ? new FormRefused([[field, message]], 409, { seen, [REPLACED]: shortened(current) })
    : new FormRefused([[field, `${message} The field shows it now.`]], 409, { seen, ...listFactFields(fact, link) });
}

/** The beginning of a text, for an error message. */
const shortened = (text: string): string =>
  text.length > MAX_NAMED ? `${[...text].slice(0, MAX_NAMED).join('')}…` : text;
const MAX_NAMED = 300;
