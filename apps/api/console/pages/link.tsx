/** The page of one link: its address, its facts with the forms that change them, and its statistics. */
import type { FC } from 'hono/jsx';
import { DELETE_LINK } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import type { ConsolePage } from '../page';
import { Card, Confirm, Empty } from './components';
import { deadReasonOf } from './dead-link';
import { LinkFacts } from './link-facts';
import { LinkHero } from './link-hero';
import type { LinkView } from './link-view';
import { LinkPictures } from './statistics';
import { deletionOf, isScheduled, UndoDeletions } from './undo';

export const linkPage = (page: LinkView): ConsolePage => {
  const { link, statistics, view, undo, forms } = page;
  const { shortCode, expiredReason } = statistics;
  const dead = deadReasonOf(link, expiredReason, page.contact);
  return {
    title: shortCode,
    section: 'links',
    main: (
      <>
        <UndoDeletions of={deletionOf(undo, link)} />
        <LinkHero {...page} dead={dead} />
        <LinkFacts {...page} canChange={dead === null || dead.canRevive} />
        <LinkPictures statistics={statistics} view={view} />
        {statistics.clickCount + statistics.botHits === 0 && statistics.status === 'active' && (
          <Empty title="No clicks yet">
            <p>Copy the short address and share it. Every click is counted within five seconds and drawn here.</p>
          </Empty>
        )}
        {expiredReason !== 'DELETED' && !isScheduled(undo, link) && <Deletion code={shortCode} forms={forms} />}
      </>
    ),
  };
};

const Deletion: FC<{ code: string; forms: Forms }> = ({ code, forms }) => (
  <Card title="Delete" isGrave>
    <Confirm summary="Delete this link" grave isOpen={wasSent(DELETE_LINK, forms, { code })}>
      <FormOf form={DELETE_LINK} forms={forms} params={{ code }}>
        {() => (
          <>
            <p class="soft">
              You can undo this for ten seconds. After that visitors get 410. The code stays yours: you may use it for a
              new link.
            </p>
            <button class="danger" type="submit">
              Delete it
            </button>
          </>
        )}
      </FormOf>
    </Confirm>
  </Card>
);
