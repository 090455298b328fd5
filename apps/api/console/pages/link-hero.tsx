/** The head of a link's page: the short address with its actions, or what became of a dead link. */
import type { FC } from 'hono/jsx';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { FIRST_QR } from '../qr-form';
import { Clamped } from './clamped';
import { Alert, Day, formatCount } from './components';
import type { DeadLink } from './dead-link';
import { FactForm } from './fact-form';
import { titleOf } from './link-facts';
import { LinkBadge } from './link-row';
import type { LinkView } from './link-view';
import { isScheduled } from './undo';

type HeroView = LinkView & { readonly dead: DeadLink | null; readonly canChange: boolean };

export const LinkHero: FC<HeroView> = ({ dead, canChange, ...page }) => {
  const { link, statistics, undo } = page;
  const { shortCode, clickCount } = statistics;
  const isLeaving = isScheduled(undo, link);
  const isUsable = dead === null && !isLeaving;
  return (
    <section class={isUsable ? 'card hero alive' : 'card hero'}>
      <div class="stack">
        <p class="line">
          {isLeaving ? <span class="badge wrong">Will be deleted</span> : <LinkBadge status={statistics} />}
          <span class="soft small">
            <b>{formatCount(clickCount)}</b> {clickCount === 1 ? 'click' : 'clicks'} · Created{' '}
            <Day at={link.createdAt} />
          </span>
        </p>
        <Title {...page} canChange={canChange} />
        <Address statistics={statistics} />
        {isUsable && <Actions statistics={statistics} />}
        {dead !== null && <Fate of={dead} />}
      </div>
      {isUsable && (
        <a class="glimpse" href={qrOf(shortCode)}>
          <img
            src={`${qrOf(shortCode)}/picture?${new URLSearchParams({ ...FIRST_QR, size: '300', margin: '2', format: 'svg' })}`}
            alt="QR studio"
            width="300"
            height="300"
          />
        </a>
      )}
    </section>
  );
};

/** The title of a link that has one. */
const Title: FC<LinkView & { canChange: boolean }> = ({ canChange, ...page }) => {
  const title = titleOf(page);
  if (title.shown === null) return null;
  return (
    <div class="titled">
      <div class="eyebrow">
        <Clamped length={page.link.details.title?.length ?? 0}>{title.shown}</Clamped>
      </div>
      {canChange && <FactForm {...page} of={title} />}
    </div>
  );
};

const Address: FC<{ statistics: LinkStatistics }> = ({ statistics: { shortCode, shortUrl } }) => (
  <h1 class="short" id="short" data-text={shortUrl}>
    <span>{shortUrl.slice(0, -shortCode.length).replace(/^https?:\/\//, '')}</span>
    <b>{shortCode}</b>
  </h1>
);

/** What became of a dead link. */
const Fate: FC<{ of: DeadLink }> = ({ of: { message, action } }) => (
  <>
    <Alert kind="wait">{message}</Alert>
    {action && (
      <p>
        <a class="button" href={action.href}>
          {action.label}
        </a>
      </p>
    )}
  </>
);

const qrOf = (shortCode: string): string => `/console/links/${shortCode}/qr`;

/** The script shows the buttons where the browser has a clipboard, and where it can share. */
const Actions: FC<{ statistics: LinkStatistics }> = ({ statistics: { shortCode, shortUrl } }) => (
  <p class="line">
    <button type="button" data-copy="short" hidden>
      Copy
    </button>
    <a class="button quiet" href={shortUrl} target="_blank" rel="noreferrer">
      Open
    </a>
    <button class="quiet" type="button" data-share={shortUrl} hidden>
      Share
    </button>
    <a class="button quiet" href={qrOf(shortCode)}>
      QR code
    </a>
  </p>
);
