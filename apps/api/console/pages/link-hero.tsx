/** The head of a link's page: the short address with its actions, or what became of a dead link. */
import type { FC } from 'hono/jsx';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { FIRST_QR } from '../qr-form';
import { Alert, Day } from './components';
import type { DeadLink } from './dead-link';
import { LinkBadge } from './link-row';
import type { LinkView } from './link-view';

export const LinkHero: FC<LinkView & { dead: DeadLink | null }> = ({ link, statistics, dead }) => {
  const { shortCode, shortUrl } = statistics;
  const { title } = link.details;
  const host = shortUrl.slice(0, -shortCode.length).replace(/^https?:\/\//, '');
  return (
    <section class={dead === null ? 'card hero alive' : 'card hero'}>
      <div class="stack">
        <p class="line">
          <LinkBadge status={statistics} />
          <span class="soft small">
            Made <Day at={link.createdAt} />
          </span>
        </p>
        <div>
          {title !== null && (
            <p class="few eyebrow">
              <bdi>{title}</bdi>
            </p>
          )}
          <h1 class="short" id="short" data-text={shortUrl}>
            <span>{host}</span>
            <wbr />
            {shortCode}
          </h1>
        </div>
        {dead === null ? (
          <Actions statistics={statistics} />
        ) : (
          <>
            <Alert kind="wait">{dead.message}</Alert>
            {dead.action && (
              <p>
                <a class="button" href={dead.action.href}>
                  {dead.action.label}
                </a>
              </p>
            )}
          </>
        )}
      </div>
      {dead === null && (
        <a class="glimpse" href={qrOf(shortCode)}>
          <img
            src={`${qrOf(shortCode)}/picture?${new URLSearchParams({ ...FIRST_QR, size: '300', margin: '2', format: 'svg' })}`}
            alt={`QR code of ${shortCode}`}
            width="300"
            height="300"
          />
        </a>
      )}
    </section>
  );
};

const qrOf = (shortCode: string): string => `/console/links/${shortCode}/qr`;

/** The script shows the buttons where the browser has a clipboard, and where it can share. */
const Actions: FC<{ statistics: LinkStatistics }> = ({ statistics: { shortCode, shortUrl } }) => (
  <p class="line">
    <button type="button" data-copy="short" hidden>
      Copy
    </button>
    <button class="quiet" type="button" data-share={shortUrl} hidden>
      Share
    </button>
    <a class="button quiet" href={qrOf(shortCode)}>
      QR code
    </a>
  </p>
);
