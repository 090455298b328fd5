/** The page of one link: its address, its facts with the forms that change them, and its statistics. */
import type { FC } from 'hono/jsx';
import { DELETE_LINK } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import type { ConsolePage } from '../page';
import { Back, Empty } from './components';
import { Danger } from './danger';
import { deadReasonOf } from './dead-link';
import { LinkFacts } from './link-facts';
import { LinkHero } from './link-hero';
import { DELETION } from './link-menu';
import type { LinkView } from './link-view';
import { LinkPictures } from './statistics';
import { deletionOf, isScheduled, UndoDeletions } from './undo';

export const linkPage = (page: LinkView): ConsolePage => {
  const { link, statistics, view, undo, forms } = page;
  const { shortCode, expiredReason } = statistics;
  const dead = deadReasonOf(link, expiredReason, page.contact, statistics.lastAccessed);
  const isLeaving = isScheduled(undo, link);
  const canChange = !isLeaving && (dead === null || dead.canRevive);
  return {
    title: shortCode,
    own: 'link',
    section: 'links',
    main: (
      <>
        <Back to={['Links', '/console/links']} />
        <UndoDeletions of={deletionOf(undo, link)} />
        <LinkHero {...page} dead={dead} canChange={canChange} />
        <LinkFacts {...page} canChange={canChange} />
        <LinkPictures statistics={statistics} createdAt={link.createdAt} view={view} />
        {!isLeaving && statistics.clickCount + statistics.botHits === 0 && statistics.status === 'active' && (
          <Empty title="No clicks yet">
            <p>Copy the short address and share it. Every click is counted within five seconds, and shown here.</p>
          </Empty>
        )}
        {expiredReason !== 'DELETED' && !isLeaving && <Deletion code={shortCode} forms={forms} />}
      </>
    ),
  };
};

/** The deletion can be undone for ten seconds, so it asks for no confirmation. */
const Deletion: FC<{ code: string; forms: Forms }> = ({ code, forms }) => (
  <Danger
    id={DELETION}
    title="Delete this link"
    words="You can undo this for ten seconds. After that visitors see a notice. The alias stays yours."
  >
    <FormOf form={DELETE_LINK} forms={forms} params={{ code }}>
      {() => (
        <button class="danger minor" type="submit">
          Delete link
        </button>
      )}
    </FormOf>
  </Danger>
);
