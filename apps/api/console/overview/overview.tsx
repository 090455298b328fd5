/** GET /console: what an account has, how often its links were clicked, and what it does next. */

import type { FC } from 'hono/jsx';
import type { Account } from '#api/accounts/accounts';
import { activeKeyNames, type NamedKey, type Used, withKeyUse } from '#api/accounts/keys';
import {
  countOfLinks,
  endingLinks,
  type LinkCount,
  linksOfRows,
  newestLinks,
  parseLinkCount,
  selectListedLinks,
  stoppedLinks,
} from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import { oneTrip } from '#api/platform/one-trip';
import { anyPasskey } from '#api/sign-in/passkeys';
import { type ClicksOverview, clicksOverview } from '#api/statistics/statistics-object';
import { Alert, Card, formatCounted, Head, Usage } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { type Forms, SHOW } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { readForms } from '../forms/kept-in-browser';
import { NEW_LINK } from '../links/forms';
import { type ConsolePage, show } from '../page';
import { readClicksUnlessDown } from '../statistics/statistics-view';
import { namePlan } from '../words';
import {
  Attention,
  FirstSteps,
  isNew,
  MostClicked,
  Newest,
  RecentClicksCard,
  type Steps,
  type TopLink,
} from './overview-cards';

/** How many of the newest and of the most clicked links are shown. */
const LINKS_SHOWN = 5;
/** From so many links that need attention on, their list stands beside the other one. Fewer would leave a hole there. */
const BESIDE = 3;
/** More than are shown, because some may be deleted. */
const TOP_READ = 2 * LINKS_SHOWN;
/** A link that ends within this time, or was used up within it, needs attention. */
const WATCHED_MS = 7 * 86_400_000;

export const getOverview = createHandlers(async (c) => {
  const account = c.get('account');
  const clicks = await readClicksUnlessDown(c, clicksOverview(c.env, account.id, TOP_READ, c.get('now')));
  const rows = await readRows(c, account.id, clicks, c.get('now'));
  const keys = await withKeyUse(c.env, rows.keys);
  const { shortBaseUrl } = c.get('config');
  const view = { shortBaseUrl, now: c.get('now') };
  return show(c, overviewPage({ account, ...rows, keys, clicks, view, forms: await readForms(c) }));
});

/** Reads everything that D1 has for the page in one round trip. */
async function readRows(c: ConsoleContext, accountId: string, clicks: ClicksOverview | null, now: number) {
  const top = clicks?.top ?? [];
  const [newest = [], listed = [], count = [], keys = [], passkeys = [], stopped = [], ending = []] = await oneTrip(
    c.env.DB,
    [
      newestLinks(accountId, LINKS_SHOWN),
      selectListedLinks(top.map(({ linkId, code }) => ({ linkId, code }))),
      countOfLinks(accountId),
      activeKeyNames(accountId),
      anyPasskey(accountId),
      stoppedLinks(accountId, now - WATCHED_MS, LINKS_SHOWN),
      endingLinks(accountId, { from: now, to: now + WATCHED_MS }, LINKS_SHOWN),
    ],
  ).others();
  const byId = new Map(linksOfRows(listed).map((link) => [link.id, link]));
  const mostClicked = top.flatMap(({ linkId, clicks: clickCount, days }) => {
    const link = byId.get(linkId);
    return link === undefined || link.gone === 'DELETED' ? [] : [{ link, clicks: clickCount, days }];
  });
  return {
    newest: linksOfRows(newest),
    watched: [...linksOfRows(stopped), ...linksOfRows(ending)].slice(0, LINKS_SHOWN),
    mostClicked: mostClicked.slice(0, LINKS_SHOWN),
    links: parseLinkCount(count),
    keys: keys as NamedKey[],
    hasPasskey: passkeys.length === 1,
  };
}

type UsedKey = Used<NamedKey>;

type Overview = {
  readonly account: Account;
  /** The active keys. */
  readonly keys: readonly UsedKey[];
  readonly links: LinkCount;
  readonly newest: readonly DetailedLink[];
  /** The links that need attention, the most urgent first. */
  readonly watched: readonly DetailedLink[];
  readonly mostClicked: readonly TopLink[];
  /** Null where the statistics do not respond. */
  readonly clicks: ClicksOverview | null;
  readonly hasPasskey: boolean;
  readonly view: { readonly shortBaseUrl: string; readonly now: number };
  readonly forms: Forms;
};

/** The first page: a field to shorten an address, the clicks of thirty days, and links to go on with. */
const overviewPage = (overview: Overview): ConsolePage => {
  const { keys, links, newest, watched, mostClicked, clicks, hasPasskey, view, forms } = overview;
  const steps = findSteps(overview);
  const lists = (
    <>
      {watched.length > 0 ? (
        <Attention links={watched} view={view} />
      ) : (
        <Alert lead="All is well:">no link is blocked or used up, and none ends within seven days.</Alert>
      )}
      {clicks === null || clicks.total === 0 ? (
        <Newest links={newest} view={view} />
      ) : (
        <MostClicked links={mostClicked} view={view} isOfAllTime={clicks.isTopOfAllTime} />
      )}
    </>
  );
  return {
    title: 'Overview',
    section: 'overview',
    own: 'overview',
    main: (
      <>
        <Head title="Overview" lead={formatLead(overview)} />
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
            Without one you need a new link from the operator to sign in again.
          </Alert>
        )}
        {clicks !== null && clicks.total > 0 && <RecentClicksCard clicks={clicks} />}
        {links.count > 0 && (watched.length < BESIDE ? lists : <div class="pair">{lists}</div>)}
        <NearLimits keys={keys} />
      </>
    ),
  };
};

/** The first steps of a new account; null for any other, and where its clicks are unknown. */
function findSteps({ hasPasskey, newest, links, keys, clicks, view }: Overview): Steps | null {
  if (clicks === null) return null;
  const [first] = newest;
  const link = first === undefined ? null : `${view.shortBaseUrl}/${first.alias ?? first.code}`;
  const steps = { passkey: hasPasskey, link, key: keys.length > 0, click: clicks.total > 0 };
  return isNew(steps, links.count) ? steps : null;
}

const formatLead = ({ account, keys, links }: Overview): string =>
  [
    links.count > 0 && formatCounted(links.count, 'link', links.isMore),
    keys.length > 0 && formatCounted(keys.length, 'active key'),
    `${namePlan(account.plan)} plan`,
  ]
    .filter(Boolean)
    .join(' · ');

/** The form of a new link with one field. Its page has the other fields, and shows what was refused. */
const Shorten: FC<{ forms: Forms }> = ({ forms }) => (
  <section class="shorten" aria-label="Shorten an address">
    <FormElement form={NEW_LINK} forms={forms}>
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
    </FormElement>
    <p class="small soft scripted">
      <a href="/console/new-link">More options</a>
    </p>
  </section>
);

/** The used share of a limit from which the overview shows it. */
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
