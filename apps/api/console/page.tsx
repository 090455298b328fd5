/** The document around every page. */
import type { Child, FC } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Account } from '../accounts';
import { ASSETS } from './assets';
import type { ConsoleContext } from './context';
import { BIRD, ICONS } from './icons';

/** What stands in the navigation. */
export const SECTIONS = {
  overview: ['/console', 'Overview'],
  links: ['/console/links', 'Links'],
  statistics: ['/console/statistics', 'Statistics'],
  keys: ['/console/keys', 'Keys'],
  plan: ['/console/plan', 'Plan'],
  account: ['/console/account', 'Account'],
} as const satisfies Record<string, readonly [path: string, label: string]>;
export type Section = keyof typeof SECTIONS;

export type Page = {
  /** Says what this page is, as the document's title. */
  readonly title: string;
  /** Where in the navigation it stands; none for pages that stand alone. */
  readonly section?: Section;
  /** Begins with the h1. */
  readonly main: Child;
};

/** Answers with a page. */
export const show = (c: ConsoleContext, page: Page, status: ContentfulStatusCode = 200): Response =>
  c.html(`<!doctype html>${<Document page={page} account={c.get('account')} />}`, status) as Response;

const Document: FC<{ page: Page; account: Account | undefined }> = ({ page, account }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${page.title} · Swiftlet`}</title>
      <link rel="icon" href={ASSETS.icon.address} type="image/svg+xml" />
      <link rel="stylesheet" href={ASSETS.style.address} />
      <script src={ASSETS.script.address} defer />
    </head>
    <body>{account === undefined ? <Alone page={page} /> : <Framed page={page} account={account} />}</body>
  </html>
);

const Brand: FC = () => (
  <a class="brand" href="/console">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d={BIRD} />
    </svg>
    Swiftlet
  </a>
);

/** For whoever is not signed in. */
const Alone: FC<{ page: Page }> = ({ page }) => (
  <div class="alone">
    <header>
      <Brand />
    </header>
    <main>{page.main}</main>
  </div>
);

const Framed: FC<{ page: Page; account: Account }> = ({ page, account }) => (
  <div class="frame">
    <a class="skip" href="#main">
      Skip to the page
    </a>
    <header class="rail">
      <div class="side">
        <Brand />
        <div class="who">
          <span>{account.name}</span>
          <form class="plain" method="post" action="/console/sign-out">
            <button class="text" type="submit">
              Sign out
            </button>
          </form>
        </div>
      </div>
      <nav class="tabs" aria-label="Console">
        {Object.entries(SECTIONS).map(([name, [path, label]]) => (
          <a href={path} aria-current={page.section === name ? 'page' : undefined}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICONS[name as Section]} />
            </svg>
            {label}
          </a>
        ))}
      </nav>
    </header>
    <main id="main" tabindex={-1}>
      {page.main}
    </main>
  </div>
);
