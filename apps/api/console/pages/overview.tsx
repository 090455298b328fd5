/** The first page: figures of the account, and the use of each active key. */
import type { FC } from 'hono/jsx';
import type { Account } from '#api/accounts/accounts';
import type { UsedKey } from '#api/accounts/key-use';
import type { LinkCount } from '#api/links/link-count';
import type { ConsolePage } from '../page';
import { Card, Empty, formatCount, Head, Usage } from './components';

type Overview = {
  readonly account: Account;
  readonly keys: readonly UsedKey[];
  readonly links: LinkCount;
  /** The clicks of all links; null where the statistics do not respond. */
  readonly clicks: number | null;
  readonly hasPasskey: boolean;
};

export const overviewPage = ({ account, keys, links, clicks, hasPasskey }: Overview): ConsolePage => ({
  title: 'Overview',
  section: 'overview',
  main: (
    <>
      <Head title={account.name} lead={`On the plan ${account.plan}`}>
        <a class="button" href="/console/new-link">
          New link
        </a>
      </Head>
      {!hasPasskey && (
        <p class="alert wait">
          This account has no passkey yet, so you could not sign in again. <a href="/console/account">Add one now</a>.
        </p>
      )}
      <section class="card">
        <h2 class="unseen">At a glance</h2>
        <dl class="facts">
          <div>
            <dt>Links</dt>
            <dd class="number">{links.isMore ? `${formatCount(links.count)}+` : formatCount(links.count)}</dd>
          </div>
          <div>
            <dt>Clicks</dt>
            <dd class="number">{clicks === null ? '–' : formatCount(clicks)}</dd>
          </div>
          <div>
            <dt>Active keys</dt>
            <dd class="number">{formatCount(keys.length)}</dd>
          </div>
          <div>
            <dt>Calls this month</dt>
            <dd class="number">
              {formatCount(sum(keys, ({ use }) => (use ? use.reading.quota - use.reading.quotaRemaining : 0)))}
            </dd>
          </div>
        </dl>
      </section>
      {keys.length === 0 ? (
        <Empty title="No key yet">
          <p>
            An application makes links with an API key. Make one, put it into your application, and its calls are
            counted here.
          </p>
          <a class="button" href="/console/keys">
            Make a key
          </a>
        </Empty>
      ) : (
        <Card title="Calls of each key">
          <ul class="rows">
            {keys.map((key) => (
              <KeyRow one={key} />
            ))}
          </ul>
        </Card>
      )}
    </>
  ),
});

const sum = <T,>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

const KeyRow: FC<{ one: UsedKey }> = ({ one: { id, name, use } }) => (
  <li>
    <a class="name" href={`/console/keys/${id}`}>
      {name}
    </a>
    {use === null ? (
      <p class="soft small">Its use cannot be read at the moment.</p>
    ) : (
      <div class="duo">
        <Usage
          id={`month-${id}`}
          label="This month"
          used={use.reading.quota - use.reading.quotaRemaining}
          of={use.reading.quota}
          note="calls"
        />
        <Usage
          id={`window-${id}`}
          label="This minute"
          used={use.reading.limit - use.reading.remaining}
          of={use.reading.limit}
          note="calls"
        />
      </div>
    )}
  </li>
);
