/** The head of a link's page: the short address with its actions, or what became of a dead link. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import type { ActKind } from '#api/links/scheduled-acts';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { Alert, Day } from '../components';
import { CutText } from '../disclosure';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import { Popover } from '../popover';
import { CHANGE_LINKS, DELETE_LINK } from './forms';
import { anchorOf, isBare, type LinkView, PropertyForm } from './link-card';
import { type DeadLink, LinkBadge } from './link-status';
import { BULK, EDITABLE } from './properties';
import { ActBadge, findAct } from './undo';

type HeroView = LinkView & { readonly dead: DeadLink | null; readonly canChange: boolean };

export const LinkHero: FC<HeroView> = ({ dead, ...page }) => {
  const { link, statistics, undo, forms } = page;
  const { shortCode } = statistics;
  const act = findAct(undo, link);
  const isAlive = dead === null;
  return (
    <section class={isAlive ? 'card hero alive' : 'card hero'}>
      <div class="stack">
        <p class="line">
          {act ? <ActBadge act={act} /> : <LinkBadge status={statistics} />}
          <span class="soft small">
            Created <Day at={link.createdAt} />
          </span>
        </p>
        <Title {...page} />
        <Address statistics={statistics} />
        {isBare(page) && (
          <div class="target">
            <span aria-hidden="true">→</span>
            <div>
              <span class="unseen">Destination: </span>
              {EDITABLE.url.show(page)}
            </div>
          </div>
        )}
        {isAlive ? (
          <Actions statistics={statistics} forms={forms} act={act} />
        ) : (
          <Fate of={dead} isDeleted={link.gone === 'DELETED'} code={shortCode} forms={forms} act={act} />
        )}
      </div>
      {isAlive && (
        <a class="glimpse small" href={qrPath(shortCode)}>
          <img src={`${qrPath(shortCode)}/picture?size=300&margin=2&format=svg`} alt="" width="300" height="300" />
          QR code
        </a>
      )}
    </section>
  );
};

/** The title of a link, if it has one. The button at the end of its last line opens its form. */
const Title: FC<LinkView & { canChange: boolean }> = ({ canChange, ...page }) => {
  const text = page.link.details.title;
  if (text === null) return null;
  return (
    <div class="titled" id={anchorOf('title')} tabindex={-1}>
      <div class="eyebrow" dir="auto">
        <CutText text={text} />
      </div>
      {canChange && <PropertyForm {...page} name="title" />}
    </div>
  );
};

/** The longest code that is set in the largest size. */
const SHORT = 24;

const Address: FC<{ statistics: LinkStatistics }> = ({ statistics: { shortCode, shortUrl } }) => (
  <h1 class={shortCode.length > SHORT ? 'short long' : 'short'} id="short" data-text={shortUrl}>
    <span>{shortUrl.slice(0, -shortCode.length).replace(/^https?:\/\//, '')}</span>
    <b>{shortCode}</b>
  </h1>
);

type FateProps = { of: DeadLink; isDeleted: boolean; code: string; forms: Forms; act: ActKind | undefined };

/** What became of a dead link, and what can be done with it. */
const Fate: FC<FateProps> = ({ of: { message, canRevive, action }, isDeleted, code, forms, act }) => (
  <>
    <Alert kind="wait">{message}</Alert>
    <div class="line acts">
      {action && (
        <a class="button" href={action.href}>
          {action.label}
        </a>
      )}
      {!isDeleted && (
        <>
          <button class="quiet" type="button" data-copy="short" hidden>
            Copy
          </button>
          {act === undefined && (
            <LinkMenu code={code} forms={forms}>
              {canRevive && <Duplicate code={code} />}
            </LinkMenu>
          )}
        </>
      )}
    </div>
  </>
);

/** The form of a new link with what this one has. */
const copyPath = (code: string): string => `/console/new-link?copy=${code}`;

const qrPath = (shortCode: string): string => `/console/links/${shortCode}/qr`;

/**
 * The script shows the buttons where the browser has a clipboard, and where it can share. On a wide window the picture of
 * the QR code leads to its studio.
 */
const Actions: FC<Pick<LinkView, 'statistics' | 'forms'> & { act: ActKind | undefined }> = ({
  statistics,
  forms,
  act,
}) => (
  <div class="line acts">
    <button type="button" data-copy="short" hidden>
      Copy
    </button>
    <a class="button quiet" href={statistics.shortUrl} target="_blank" rel="noreferrer">
      Open
    </a>
    <button class="quiet" type="button" data-share={statistics.shortUrl} hidden>
      Share
    </button>
    <a class="button quiet on-phone" href={qrPath(statistics.shortCode)}>
      QR code
    </a>
    {act !== 'delete' && (
      <LinkMenu code={statistics.shortCode} forms={forms}>
        <Duplicate code={statistics.shortCode} />
        {act === undefined && <AtOnce code={statistics.shortCode} forms={forms} />}
      </LinkMenu>
    )}
  </div>
);

type MenuProps = { code: string; forms: Forms };

/** The further actions of a link. A deletion can be undone for ten seconds. */
const LinkMenu: FC<PropsWithChildren<MenuProps>> = ({ code, forms, children }) => (
  <Popover
    id="more-actions"
    isMenu
    look="quiet more-actions"
    label={
      <>
        <span aria-hidden="true">⋯</span>
        <span class="unseen">More actions</span>
      </>
    }
  >
    <ul>
      {children}
      <li>
        <FormElement form={DELETE_LINK} forms={forms} params={{ code }} class="plain">
          {() => (
            <button class="grave" type="submit">
              Delete
            </button>
          )}
        </FormElement>
      </li>
    </ul>
  </Popover>
);

const Duplicate: FC<{ code: string }> = ({ code }) => (
  <li>
    <a href={copyPath(code)} autofocus>
      Duplicate
    </a>
  </li>
);

/** The changes that need no input. */
const AtOnce: FC<MenuProps> = ({ code, forms }) => (
  <>
    {BULK.flatMap(({ atOnce = {} }) => Object.entries(atOnce)).map(([change, { label }]) => (
      <li>
        <FormElement form={CHANGE_LINKS} forms={forms} class="plain">
          {(shown) => (
            <>
              <Input of={shown} name="list" value={`/console/links/${code}`} />
              <input type="hidden" name="codes" value={code} />
              <button type="submit" name="change" value={change}>
                {label}
              </button>
            </>
          )}
        </FormElement>
      </li>
    ))}
  </>
);
