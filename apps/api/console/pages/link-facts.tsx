/** The facts of a link: those that it has, each with the form that changes it, and one row to add the others. */
import type { FC } from 'hono/jsx';
import { Input } from '../forms/input';
import { FACTS, type Fact, fieldText } from '../link-facts';
import { NEVER } from '../units';
import { Clamped } from './clamped';
import { formatCount, Moment } from './components';
import { ExpiryFields } from './expiry-fields';
import { FactForm, type FactView, isOffered } from './fact-form';
import type { LinkView } from './link-view';
import { LockedOptions } from './locked-options';
import { TagFields } from './tag-boxes';
import { TagList } from './tag-list';

type FactsView = LinkView & { readonly canChange: boolean };

/** A deleted link has only its destination. The title that a link has stands above its address. */
const factsOf = (page: LinkView): FactView[] => [
  destinationOf(page),
  ...(page.link.gone === 'DELETED' ? [] : furtherFacts(page)),
];

/** Whether there is nothing to say but the destination, which then stands in the head of the page. */
export const isBare = (page: FactsView): boolean =>
  !page.canChange && factsOf(page).filter(({ shown }) => shown !== null).length === 1;

export const LinkFacts: FC<FactsView> = (page) => {
  if (isBare(page)) return null;
  const all = factsOf(page);
  const facts = all.filter(({ shown }) => shown !== null);
  const missing = all.filter(({ shown }) => shown === null);
  const title = titleOf(page);
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

const destinationOf = ({ link: { url } }: LinkView): FactView => ({
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

const furtherFacts = (page: LinkView): FactView[] => [
  endOf(page),
  limitOf(page),
  passwordOf(page),
  tagsOf(page),
  detailOf(page, 'notes', 'Notes', page.link.details.notes, 'written'),
  detailOf(page, 'own-id', 'External ID', page.link.details.externalId, 'code'),
];

const endOf = ({ link: { expiresAt }, options, now }: LinkView): FactView => ({
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

function limitOf({ link, statistics: { maxClicks, clicksRemaining }, options }: LinkView): FactView {
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
        value={fieldText('limit', link)}
        hint={availability.isAvailable ? undefined : `A new limit: ${availability.reason} Empty this to have none.`}
      />
    ),
  };
}

function passwordOf({ link, options }: LinkView): FactView {
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

const tagsOf = ({ link, colorOf, tags }: LinkView): FactView => ({
  fact: 'tags',
  label: 'Tags',
  shown: link.details.tags.length === 0 ? null : <TagList names={link.details.tags} colorOf={colorOf} />,
  fields: (form) => <TagFields of={form} tags={tags} />,
});

/** A text of any script. */
const detailOf = ({ link }: LinkView, fact: Fact, label: string, value: string | null, kind?: string): FactView => ({
  fact,
  label,
  shown:
    value === null ? null : (
      <bdi class={kind} dir="auto">
        {value}
      </bdi>
    ),
  fields: (form) => <Input of={form} name={FACTS[fact].field} value={fieldText(fact, link)} isNamed />,
});

export const titleOf = (page: LinkView): FactView => detailOf(page, 'title', 'Title', page.link.details.title);
