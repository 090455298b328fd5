/** The facts of a link that its owner can change, each by a form of its own (forms/declared/edits.ts). */
import type { DetailedLink } from '#api/links/link-details';
import type { Fields } from './forms/form';
import { momentText } from './pages/components';
import { textOfTags, valueOfTag } from './tag-text';

type FactRow = {
  /** The first field of the fact's form. Errors stand beside it. */
  readonly field: string;
  /** The stored value. A concurrent change is detected by it. */
  readonly value: (link: DetailedLink) => string | number | null;
  /** The value in words, after “Someone set this to”. Without this function the field of the form shows the value itself. */
  readonly words?: (link: DetailedLink) => string;
  /** The texts of the form's fields. Without this function the first field has the value. */
  readonly fields?: (link: DetailedLink) => Fields;
};

export const FACTS = {
  destination: { field: 'url', value: ({ url }) => url },
  end: {
    field: 'expiresIn',
    value: ({ expiresAt }) => expiresAt,
    words: ({ expiresAt }) => (expiresAt === null ? 'never expire' : `expire on ${momentText(expiresAt)}`),
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
    value: ({ details }) => textOfTags(details.tags),
    fields: ({ details }) => ({ picked: details.tags.map(valueOfTag).join(' '), tags: '' }),
  },
  notes: { field: 'notes', value: ({ details }) => details.notes },
  'own-id': { field: 'externalId', value: ({ details }) => details.externalId },
} as const satisfies Record<string, FactRow>;

export type Fact = keyof typeof FACTS;

export const factRow = (fact: Fact): FactRow => FACTS[fact];

export const FACT_NAMES = Object.keys(FACTS) as Fact[];

/** The texts that the fields of a fact's form begin with. */
export const fieldsOf = (fact: Fact, link: DetailedLink): Fields =>
  factRow(fact).fields?.(link) ?? { [factRow(fact).field]: fieldText(fact, link) };

/** The value of a fact as a text. */
export const fieldText = (fact: Fact, link: DetailedLink): string => String(factRow(fact).value(link) ?? '');
