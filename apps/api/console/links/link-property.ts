/**
 * What the console declares of a property of a link. The forms, the pages, the changes of many links and the filters
 * read the declarations, which are in properties.tsx.
 */
import type { Child, FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { EditBody, LinkEdit } from '#api/links/link-edit';
import type { LinkBody } from '#api/links/link-request';
import type { ActKind } from '#api/links/scheduled-acts';
import type { UtmTemplate } from '#api/links/utm-templates';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import type { ErrorCode } from '#domain/errors';
import type { Refusal } from '#domain/refusal';
import type { Field, FieldErrors, Fields } from '../forms/form';
import type { FormView } from '../forms/form-element';
import { type ColorOf, joinTags, type TagChoice } from '../tags/tag-choice';
import type { Options } from './account-links';
import type { LinksQuery } from './links-query';

/** The name of a property is that of the field in the bodies of the API, and of the input with its errors. */
export type PropertyName = keyof typeof LinkBody.shape;
export type EditableName = keyof typeof EditBody.shape;

/** A property of a new link. */
export type LinkProperty = {
  readonly label: string;
  /** The fields of its form. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The console's words for each refusal of the API; null where the message of the API serves. */
  readonly refusals: { readonly [code in ErrorCode]?: Words | null };
  /** The value in the body of the API; null for none. @param now epoch milliseconds */
  readonly read: (sent: Fields, now: number) => unknown;
  /** The errors that the API does not find, because they are between the fields or of a field that it does not have. */
  readonly check?: (sent: Fields, now: number) => FieldErrors;
  /** Its line in the preview of a new link. */
  readonly preview?: {
    readonly label: string;
    /** The text for the values that the page begins with. Then the script follows the fields. */
    readonly text: (typed: Fields) => string | undefined;
  };
};

type Words = string | ((refusal: Refusal, sent: Fields) => string);

/** A property that its owner can change. */
export type EditableProperty = LinkProperty & {
  /** The end of the address of the form that changes it. */
  readonly path: string;
  /** The stored value, as the API has it. A change by somebody else is detected by it. */
  readonly value: (link: DetailedLink) => unknown;
  /** What the page of a link shows of it; null for nothing. */
  readonly show: (page: PageLink) => Child | null;
  /** The label beside what is shown, where it is another one. */
  readonly shownLabel?: string;
  /** The value in words, after “Someone set this to”. Without them the input shows the value itself. */
  readonly words?: (link: DetailedLink) => string;
  /** The fields of the form that changes it, where they differ from those of a new link. */
  readonly editFields?: Readonly<Record<string, Field>>;
  /** Its inputs in both forms; by default one input with the value. */
  readonly Inputs?: FC<InputsProps>;
  /** The texts that the fields begin with; by default the value. @param timeZone that of the reader */
  readonly fill?: (link: DetailedLink, timeZone: string) => Fields;
  /** The value in the body of a PATCH; undefined for no change. By default what is read, if it is not the value. */
  readonly edit?: (sent: Fields, link: DetailedLink, now: number) => unknown;
  readonly filter?: PropertyFilter;
};

export type PageLink = {
  readonly link: DetailedLink;
  readonly statistics: LinkStatistics;
  readonly colorOf: ColorOf;
  /** The time zone of the reader, as far as the server knows it. */
  readonly timeZone: string;
};

export type InputsProps = {
  of: FormView;
  /** The link that is changed; undefined for a new one. */
  link?: DetailedLink | undefined;
  /** Its statistics, where they are read. */
  statistics?: LinkStatistics | undefined;
  options: Options;
  /** The tags to choose from. */
  tags: TagChoice;
  /** The UTM templates of the account. */
  templates: readonly UtmTemplate[];
  /** Epoch milliseconds. */
  now: number;
  /** The time zone of the reader, as far as the server knows it. */
  timeZone: string;
};

/** How a property is changed for all selected links at once. */
export type BulkChange = {
  readonly name: EditableName;
  /** The button that opens the inputs. */
  readonly summary: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly Inputs: FC<Pick<InputsProps, 'of' | 'options' | 'tags' | 'timeZone'>>;
  /** The buttons beside the inputs, by the value that each sends. */
  readonly changes: Readonly<Record<string, Change>>;
  /** The buttons that need no input, beside the button that opens the inputs. */
  readonly atOnce?: Readonly<Record<string, Change>>;
};

/** A change of the selected links. */
export type Change = {
  readonly label: string;
  readonly look?: 'quiet';
  /** The value whose rules the API checks; undefined for a change without one. Null removes the property. */
  readonly read?: (sent: Fields, now: number) => unknown;
  /** The errors that the API does not find. */
  readonly check?: (sent: Fields, now: number) => FieldErrors;
  /** The message where the value is missing; without it a change needs none. */
  readonly missing?: string;
  /** The edit, from the checked body. A change without one is scheduled, so that it can be undone. */
  readonly edit?: (checked: LinkEdit) => LinkEdit;
  readonly act?: ActKind;
};

/** How a list of links is narrowed by a property. */
export type PropertyFilter = ListFilter & {
  readonly passes: (link: DetailedLink, query: LinksQuery) => boolean;
};

/** How a list of links is narrowed. */
export type ListFilter = {
  readonly Inputs: FC<{ query: LinksQuery; tags: TagChoice }>;
  /** What is set, in words, each with the query without it. */
  readonly list: (query: LinksQuery) => readonly SetFilter[];
};

/** A filter of a list of links that is set, besides the search. Each can be taken out alone. */
export type SetFilter = {
  /** The filter in words; the name of a tag. */
  readonly words: string;
  readonly isTag: boolean;
  /** The query without this filter. */
  readonly without: LinksQuery;
};

/** A value as the text of a field. */
export const formatValue = (value: unknown): string => (Array.isArray(value) ? joinTags(value) : String(value ?? ''));

/**
 * Returns the number in a field; null for an empty field. A text that is not a number becomes NaN, which every rule
 * refuses.
 */
export const parseCount = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null);

/** The input of an amount. */
export const AMOUNT = { inputmode: 'numeric', autocomplete: 'off' };
