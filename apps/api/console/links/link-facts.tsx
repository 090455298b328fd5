/** The facts of a link: those that it has, each with the form that changes it, and one row to add the others. */
import type { Child, FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { formatCount, Moment } from '../components';
import { Clamped, Disclosure } from '../disclosure';
import { type Forms, REPLACED } from '../forms/form';
import { FormButtons, FormElement, type FormView, wasSent } from '../forms/form-element';
import { Input } from '../forms/input';
import type { RangeView } from '../statistics/pictures';
import { type ColorOf, type TagChoice, TagList } from '../tags/tag-choice';
import type { UndoView } from './dead-link';
import { EDITS, FACTS, type Fact, formatFactField, getFactRow, type SeenFacts } from './facts';
import { NEVER } from './forms';
import type { Options } from './link-fields';
import { ExpiryFields, LockedOptions, TagFields } from './link-inputs';

export type LinkView = {
  readonly link: DetailedLink;
  readonly statistics: LinkStatistics;
  readonly colorOf: ColorOf;
  /** The tags to choose from, those of the link first. */
  readonly tags: TagChoice;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly view: RangeView;
  readonly undo: UndoView;
  readonly forms: Forms;
  /** The digests of what this page shows of the link. */
  readonly seen: SeenFacts;
  readonly options: Options;
  /** The variable CONTACT. */
  readonly contact: string | undefined;
  /** The fact whose form the address of the page opens. */
  readonly opened: Fact | undefined;
};

type FactsView = LinkView & { readonly canChange: boolean };

/** A deleted link has only its destination. The title that a link has stands above its address. */
const listFacts = (page: LinkView): FactView[] => [
  showDestination(page),
  ...(page.link.gone === 'DELETED' ? [] : listFurtherFacts(page)),
];

/** Whether the link has no fact but the destination, which is then shown in the head of the page. */
export const isBare = (page: FactsView): boolean =>
  !page.canChange && listFacts(page).filter(({ shown }) => shown !== null).length === 1;

export const LinkFacts: FC<FactsView> = (page) => {
  if (isBare(page)) return null;
  const all = listFacts(page);
  const facts = all.filter(({ shown }) => shown !== null);
  const missing = all.filter(({ shown }) => shown === null);
  const title = showTitle(page);
  if (title.shown === null && page.link.gone !== 'DELETED') missing.push(title);
  const locked = missing.flatMap((one) => (isOffered(one, page) || one.option === undefined ? [] : [one.option]));
  return (
    <section class="card">
      <h2 class="unseen">Details</h2>
      <dl class="about">
        {facts.map((one) => (
          <div>
            <dt>{one.label}</dt>
            <dd>
              {one.shown}
              {page.canChange && <FactForm {...page} of={one} />}
            </dd>
          </div>
        ))}
      </dl>
      {page.canChange && (
        <>
          <div class="adds">
            <span class="soft small">Add</span>
            {missing
              .filter((one) => isOffered(one, page))
              .map((one) => (
                <FactForm {...page} of={one} />
              ))}
          </div>
          {locked.length > 0 && <LockedOptions options={page.options} names={locked} />}
        </>
      )}
    </section>
  );
};

const showDestination = ({ link: { url } }: LinkView): FactView => ({
  fact: 'destination',
  label: 'Destination',
  shown: <DestinationText url={url} />,
  fields: (form) => <Input of={form} name="url" value={url} isNamed />,
});

/** The destination with its host set apart. */
export const DestinationText: FC<{ url: string }> = ({ url }) => {
  const [, scheme = '', host = '', rest = url] = /^(https?:\/\/)([^/?#]+)(.*)$/is.exec(url) ?? [];
  return (
    <Clamped length={url.length}>
      <a class="leads" href={url} rel="noreferrer">
        <span class="soft">{scheme}</span>
        <b>{host}</b>
        <span class="soft">{rest}</span>
      </a>
    </Clamped>
  );
};

const listFurtherFacts = (page: LinkView): FactView[] => [
  showEnd(page),
  showLimit(page),
  showPassword(page),
  showTags(page),
  showDetail(page, 'notes', 'Notes', page.link.details.notes, 'written'),
  showDetail(page, 'own-id', 'External ID', page.link.details.externalId, 'code'),
];

const showEnd = ({ link: { expiresAt }, options, now }: LinkView): FactView => ({
  fact: 'end',
  label: expiresAt === null ? 'Expiry' : 'Expires',
  shown: expiresAt === null ? null : <Moment at={expiresAt} />,
  option: 'expiresIn',
  fields: (form) => (
    <ExpiryFields
      of={form}
      availability={options.expiresIn}
      now={now}
      hasNever={expiresAt !== null || form.state?.typed.lifetime === NEVER}
    />
  ),
});

function showLimit({ link, statistics: { maxClicks, clicksRemaining }, options }: LinkView): FactView {
  const availability = options.maxClicks;
  return {
    fact: 'limit',
    label: 'Click limit',
    shown: maxClicks === null ? null : `${formatCount(clicksRemaining ?? 0)} of ${formatCount(maxClicks)} clicks left`,
    option: 'maxClicks',
    fields: (form) => (
      <Input
        of={form}
        name="maxClicks"
        value={formatFactField('limit', link)}
        hint={availability.isAvailable ? undefined : `A new limit: ${availability.reason} Empty this to have none.`}
      />
    ),
  };
}

function showPassword({ link, options }: LinkView): FactView {
  const hasPassword = link.password !== null;
  return {
    fact: 'password',
    label: 'Password',
    shown: hasPassword ? 'Set' : null,
    option: 'password',
    fields: (form) => (
      <>
        <Input of={form} name="password" availability={options.password} />
        {(hasPassword || form.state?.typed.open) && <Input of={form} name="open" />}
      </>
    ),
  };
}

const showTags = ({ link, colorOf, tags }: LinkView): FactView => ({
  fact: 'tags',
  label: 'Tags',
  shown: link.details.tags.length === 0 ? null : <TagList names={link.details.tags} colorOf={colorOf} />,
  fields: (form) => <TagFields of={form} tags={tags} />,
});

/** A text in any script. */
const showDetail = ({ link }: LinkView, fact: Fact, label: string, value: string | null, kind?: string): FactView => ({
  fact,
  label,
  shown:
    value === null ? null : (
      <bdi class={kind} dir="auto">
        {value}
      </bdi>
    ),
  fields: (form) => <Input of={form} name={FACTS[fact].field} value={formatFactField(fact, link)} isNamed />,
});

export const showTitle = (page: LinkView): FactView => showDetail(page, 'title', 'Title', page.link.details.title);

/** A fact as the page of a link shows it. */
type FactView = {
  readonly fact: Fact;
  readonly label: string;
  /** Null if the link has none. */
  readonly shown: Child | null;
  /** The option of the plan on which the fact depends. Where the plan lacks it, the fact can only be removed. */
  readonly option?: keyof LinkView['options'];
  /** The fields of the form. */
  readonly fields: (form: FormView) => Child;
};

/** Whether the account may change the fact, or add it. */
const isOffered = ({ shown, option }: FactView, { options }: Pick<LinkView, 'options'>): boolean =>
  shown !== null || option === undefined || options[option].isAvailable;

/** The longest value that fits into the words of a button. */
const SHORT = 20;

/** The words of the button: what replaces what, after somebody else has changed the fact meanwhile. */
function saveLabel(fact: Fact, { state }: FormView): string {
  const theirs = state?.typed[REPLACED];
  if (theirs === undefined) return 'Save';
  const { field, words } = getFactRow(fact);
  const mine = state?.typed[field] ?? '';
  const isShort = words === undefined && [mine, theirs].every((text) => text !== '' && text.length <= SHORT);
  return isShort ? `Replace ${theirs} with ${mine}` : 'Replace it';
}

/** The form of one fact, closed until it is asked for. */
export const FactForm: FC<LinkView & { of: FactView }> = ({ of: { fact, label, shown, fields }, ...page }) => {
  const { statistics, seen, forms, opened } = page;
  const params = { code: statistics.shortCode };
  const form = EDITS[fact];
  const summary =
    shown === null ? (
      <>
        <span class="unseen">Add: </span>
        {label}
      </>
    ) : (
      <>
        Change<span class="unseen">{`: ${label}`}</span>
      </>
    );
  return (
    <Disclosure class="change" summary={summary} isOpen={wasSent(form, forms, params) || opened === fact}>
      <FormElement form={form} forms={forms} params={params}>
        {(view) => (
          <>
            <Input of={view} name="seen" value={seen[fact]} />
            {fields(view)}
            <FormButtons label={saveLabel(fact, view)} page={`/console/links/${params.code}`} />
          </>
        )}
      </FormElement>
    </Disclosure>
  );
};
