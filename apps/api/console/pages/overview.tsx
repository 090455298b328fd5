/** The first page: a field to shorten an address, the clicks of thirty days, and links to go on with. */
import type { FC } from 'hono/jsx';
import type { Account } from '#api/accounts/accounts';
import type { NamedKey } from '#api/accounts/active-keys';
import type { Used } from '#api/accounts/key-use';
import type { LinkCount } from '#api/links/link-count';
import type { DetailedLink } from '#api/links/link-details';
import type { ClicksOverview } from '#api/statistics/recent-clicks';
import { NEW_LINK } from '../forms/declared/links';
import { type Forms, SHOW } from '../forms/form';
import { FormOf } from '../forms/form-of';
import type { ConsolePage } from '../page';
import { planName } from '../plan-name';
import { Alert, Card, formatCount, Head, Usage } from './components';
import { MostClicked, Newest, type TopLink } from './few-links';
import { FirstSteps, isNew, type Steps } from './first-steps';
import { RecentClicksCard } from './recent-clicks-card';

type UsedKey = Used<NamedKey>;

export type Overview = {
  readonly account: Account;
  /** The active keys. */
  readonly keys: readonly UsedKey[];
  readonly links: LinkCount;
  readonly newest: readonly DetailedLink[];
  readonly mostClicked: readonly TopLink[];
  /** Null where the statistics do not respond. */
  readonly clicks: ClicksOverview | null;
  readonly hasPasskey: boolean;
  readonly view: { readonly shortBaseUrl: string; readonly now: number };
  readonly forms: Forms;
};

export const overviewPage = (overview: Overview): ConsolePage => {
  const { keys, links, newest, mostClicked, clicks, hasPasskey, view, forms } = overview;
  const steps = stepsOf(overview);
  return {
    title: 'Overview',
    section: 'overview',
    own: 'overview',
    main: (
      <>
        <Head title="Overview" lead={leadOf(overview)} />
        <Shorten forms={forms} />
        {steps !== null && <FirstSteps steps={steps} />}
        {steps === null && !hasPasskey && (
          <Alert
            kind="wait"
            lead="This account has no passkey yet."
            action={
              <a class="button quiet" href="/console/account">
                Add a passkey
              </a>
            }
          >
            Without one you cannot sign in again.
          </Alert>
        )}
        {clicks !== null && clicks.total > 0 && <RecentClicksCard clicks={clicks} />}
        {links.count > 0 && (
          <div class="pair">
            <Newest links={newest} view={view} />
            {clicks !== null && <MostClicked links={mostClicked} view={view} isOfAllTime={clicks.isTopOfAllTime} />}
          </div>
        )}
        <NearLimits keys={keys} />
      </>
    ),
  };
};

/** The first steps of a new account; null for any other, and where its clicks are unknown. */
function stepsOf({ hasPasskey, newest, links, keys, clicks, view }: Overview): Steps | null {
  if (clicks === null) return null;
  const [first] = newest;
  const link = first === undefined ? null : `${view.shortBaseUrl}/${first.alias ?? first.code}`;
  const steps = { passkey: hasPasskey, link, key: keys.length > 0, click: clicks.total > 0 };
  return isNew(steps, links.count) ? steps : null;
}

const leadOf = ({ account, keys, links }: Overview): string =>
  [
    links.count > 0 && `${formatCount(links.count)}${links.isMore ? '+' : ''} ${links.count === 1 ? 'link' : 'links'}`,
    keys.length > 0 && `${formatCount(keys.length)} active ${keys.length === 1 ? 'key' : 'keys'}`,
    `${planName(account.plan)} plan`,
  ]
    .filter(Boolean)
    .join(' · ');

/** The form of a new link with one field. Its page has the other fields, and shows what was refused. */
const Shorten: FC<{ forms: Forms }> = ({ forms }) => (
  <section class="shorten" aria-label="Shorten an address">
    <FormOf form={NEW_LINK} forms={forms}>
      {(shown) => (
        <>
          <label for={`${shown.id}-url`}>Shorten a long address</label>
          <div class="join">
            <input
              id={`${shown.id}-url`}
              name="url"
              type="url"
              inputmode="url"
              placeholder="https://"
              value={shown.state?.typed.url}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              required
            />
            <button type="submit">Shorten</button>
          </div>
          <noscript>
            <button class="quiet" type="submit" name={SHOW}>
              More options
            </button>
          </noscript>
        </>
      )}
    </FormOf>
    <p class="small soft scripted">
      <a href="/console/new-link">More options</a>
    </p>
  </section>
);

/** The share of a limit from which it is worth a look in the morning. */
const NEAR = 0.6;
const isNear = (used: number, of: number): boolean => used >= of * NEAR;

/** The keys that have used much of their month or of their minute. */
const NearLimits: FC<{ keys: readonly UsedKey[] }> = ({ keys }) => {
  const near = keys.flatMap(({ id, name, use }) => {
    if (use === null) return [];
    const { quota, quotaRemaining, limit, remaining } = use.reading;
    const limits = [
      { of: quota, used: quota - quotaRemaining, label: 'Calls of this month' },
      { of: limit, used: limit - remaining, label: 'Calls of this minute' },
    ].filter(({ used, of }) => isNear(used, of));
    return limits.length === 0 ? [] : [{ id, name, limits }];
  });
  if (near.length === 0) return null;
  return (
    <Card title="Close to a limit">
      <ul class="rows">
        {near.map(({ id, name, limits }) => (
          <li>
            <a class="name" href={`/console/keys/${id}`}>
              {name}
            </a>
            <div class="duo">
              {limits.map(({ label, used, of }, place) => (
                <Usage id={`limit-${place}-${id}`} label={label} used={used} of={of} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
};
