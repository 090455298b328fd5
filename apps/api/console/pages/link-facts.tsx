/** The facts of a link, each with the form that changes it. */
import type { Child, FC } from 'hono/jsx';
import { EDITS } from '../forms/declared/edits';
import { FormOf, type FormView, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { FACTS, type Fact, fieldText } from '../link-facts';
import type { Availability } from '../link-fields';
import { Card, formatCount, Moment } from './components';
import type { LinkView } from './link-view';
import { Unit } from './new-link-page';
import { TagList } from './tag-list';

type FactsView = LinkView & { readonly canChange: boolean };

export const LinkFacts: FC<FactsView> = (page) => (
  <div class="duo">
    <Card title="For visitors">
      <dl class="about">
        <Destination {...page} />
        <End {...page} />
        <Limit {...page} />
        <Password {...page} />
      </dl>
    </Card>
    {/* The deletion has erased the details. */}
    {page.link.gone !== 'DELETED' && (
      <Card title="Only for you">
        <dl class="about">
          <Detail {...page} fact="title" label="Title" value={page.link.details.title} />
          <Tags {...page} />
          <Detail {...page} fact="notes" label="Notes" value={page.link.details.notes} kind="written" />
          <Detail {...page} fact="own-id" label="Your own id" value={page.link.details.externalId} kind="code" />
        </dl>
      </Card>
    )}
  </div>
);

type FactProps = FactsView & {
  readonly fact: Fact;
  readonly label: string;
  /** The fact as the page shows it; null if the link has none. */
  readonly shown: Child | null;
  /** The word for a fact that the link does not have. */
  readonly none: string;
  /** Whether the option can be used. Where it cannot, it can only be removed. */
  readonly availability?: Availability;
  /** The fields of the form. */
  readonly fields: (form: FormView) => Child;
};

const FactRow: FC<FactProps> = ({ fact, label, shown, none, availability, fields, ...page }) => {
  const { statistics, seen, forms, opened, canChange } = page;
  const params = { code: statistics.shortCode };
  const form = EDITS[fact];
  const isOffered = availability?.isAvailable !== false || shown !== null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {shown ?? <span class="soft">{none}</span>}
        {!isOffered && <p class="hint">{availability?.isAvailable === false && availability.reason}</p>}
        {canChange && isOffered && (
          <details class="change" open={wasSent(form, forms, params) || opened === fact}>
            <summary>
              <span class="shut">{shown === null ? 'Add' : 'Change'}</span>
              <span class="open">Close</span>
              <span class="unseen">{`: ${label}`}</span>
            </summary>
            <FormOf form={form} forms={forms} params={params}>
              {(view) => (
                <>
                  <Input of={view} name="seen" value={seen[fact]} />
                  {fields(view)}
                  <button type="submit">Save</button>
                </>
              )}
            </FormOf>
          </details>
        )}
      </dd>
    </div>
  );
};

const Destination: FC<FactsView> = (page) => (
  <FactRow
    {...page}
    fact="destination"
    label="Destination"
    shown={<DestinationText url={page.link.url} />}
    none=""
    fields={(form) => <Input of={form} name="url" value={page.link.url} />}
  />
);

/** The destination with its host set apart. Of a long one two lines are shown. */
const DestinationText: FC<{ url: string }> = ({ url }) => {
  const [, scheme = '', host = '', rest = url] = /^(https?:\/\/)([^/?#]+)(.*)$/is.exec(url) ?? [];
  return (
    <a class="leads few" href={url} rel="noreferrer">
      <span class="soft">{scheme}</span>
      <b>{host}</b>
      <span class="soft">{rest}</span>
    </a>
  );
};

const End: FC<FactsView> = (page) => {
  const { expiresAt } = page.link;
  return (
    <FactRow
      {...page}
      fact="end"
      label="End"
      shown={expiresAt === null ? null : <Moment at={expiresAt} />}
      none="Never"
      availability={page.options.expiresIn}
      fields={(form) => (
        <>
          <Input
            of={form}
            name="expiresIn"
            availability={page.options.expiresIn}
            beside={<Unit of={form} availability={page.options.expiresIn} />}
          />
          {(expiresAt !== null || form.state?.typed.endless) && <Input of={form} name="endless" />}
        </>
      )}
    />
  );
};

const Limit: FC<FactsView> = (page) => {
  const { maxClicks, clicksRemaining } = page.statistics;
  const { maxClicks: availability } = page.options;
  return (
    <FactRow
      {...page}
      fact="limit"
      label="Click limit"
      shown={
        maxClicks === null ? null : (
          <>
            {formatCount(clicksRemaining ?? 0)} of {formatCount(maxClicks)} clicks left
          </>
        )
      }
      none="None"
      availability={availability}
      fields={(form) => (
        <Input
          of={form}
          name="maxClicks"
          value={fieldText('limit', page.link)}
          hint={availability.isAvailable ? undefined : `A new limit: ${availability.reason} Empty this to have none.`}
        />
      )}
    />
  );
};

const Password: FC<FactsView> = (page) => {
  const hasPassword = page.link.password !== null;
  return (
    <FactRow
      {...page}
      fact="password"
      label="Password"
      shown={hasPassword ? 'Visitors have to type it' : null}
      none="None"
      availability={page.options.password}
      fields={(form) => (
        <>
          <Input of={form} name="password" availability={page.options.password} />
          {(hasPassword || form.state?.typed.open) && <Input of={form} name="open" />}
        </>
      )}
    />
  );
};

const Tags: FC<FactsView> = (page) => {
  const { tags } = page.link.details;
  return (
    <FactRow
      {...page}
      fact="tags"
      label="Tags"
      shown={tags.length === 0 ? null : <TagList names={tags} colorOf={page.colorOf} />}
      none="None"
      fields={(form) => <Input of={form} name="tags" value={fieldText('tags', page.link)} />}
    />
  );
};

type DetailProps = FactsView & { fact: Fact; label: string; value: string | null; kind?: 'written' | 'code' };

/** A text of any script. */
const Detail: FC<DetailProps> = ({ fact, label, value, kind, ...page }) => (
  <FactRow
    {...page}
    fact={fact}
    label={label}
    shown={
      value === null ? null : (
        <bdi class={kind} dir="auto">
          {value}
        </bdi>
      )
    }
    none="None"
    fields={(form) => <Input of={form} name={FACTS[fact].field} value={fieldText(fact, page.link)} />}
  />
);
