/** The HTML document around every page. */
import type { Child, FC } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Account } from '#api/accounts/accounts';
import { BIRD, type Flight as Cause } from '#drawings/flight';
import { SIGN_OUT } from './account/forms';
import { Flight } from './components';
import { type ConsoleContext, readCookie, writeCookie } from './context';
import { findAddress, LATE, type OwnFiles } from './files';
import type { Forms } from './forms/form';
import { FormElement } from './forms/form-element';
import { pageToken } from './forms/kept-in-browser';
import { ICONS, SECTIONS, type Section } from './icons';
import { NoticeLine, type NoticeText, takeNotice } from './notices';
import { readTheme, type Theme, ThemeForm } from './theme';
import { DAY_MS } from './words';

export type ConsolePage = {
  /** The title of the document. */
  readonly title: string;
  /** The entry of the navigation that is marked; undefined for pages outside the navigation. */
  readonly section?: Section;
  /** The drawing above the content, on pages that begin, refuse or find nothing. */
  readonly flight?: Cause;
  /** The style and the script that only some pages have. */
  readonly own?: OwnFiles;
  /**
   * The content of the main element. It begins with the h1. A function places the notice itself; otherwise the notice
   * comes first.
   */
  readonly main: Child | ((notice: NoticeText | undefined) => Child);
};

/** Responds with a page, and with the notice that the cookie holds for it. */
export function show(c: ConsoleContext, page: ConsolePage, status: ContentfulStatusCode = 200): Response {
  const notice = takeNotice(c);
  const forms = { token: pageToken(c), state: undefined };
  const news: readonly Section[] = hasNewAnswer(c, page.section === 'plan') ? ['plan'] : [];
  // A refused form, or a page with a wrong parameter: its title says so first (WCAG 2.2, technique G199).
  const hasErrors = c.get('isRefused') === true || status === 400;
  const document = (
    <Document
      page={hasErrors ? { ...page, title: `Error: ${page.title}` } : page}
      account={c.get('account')}
      session={c.get('sessionId')}
      notice={notice}
      forms={forms}
      theme={readTheme(c)}
      news={news}
    />
  );
  return c.html(`<!doctype html>${document}`, status) as Response;
}

type Framing = {
  page: ConsolePage;
  /** The id of this browser's session, to which the drafts of the script belong. */
  session: string | undefined;
  notice: NoticeText | undefined;
  forms: Forms;
  theme: Theme;
  /** The entries of the navigation that have something new. */
  news: readonly Section[];
};

const Document: FC<Framing & { account: Account | undefined }> = ({ account, ...framing }) => (
  <html lang="en" data-theme={framing.theme === 'system' ? undefined : framing.theme}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={framing.theme === 'system' ? 'light dark' : framing.theme} />
      <title>{`${framing.page.title} · Swiftlet`}</title>
      <link rel="icon" href={findAddress('icon.svg')} type="image/svg+xml" />
      <link rel="preload" href={findAddress('heading.woff2')} as="font" type="font/woff2" crossorigin="anonymous" />
      <link rel="stylesheet" href={findAddress('console.css')} />
      <script src={findAddress('console.js')} defer />
      {framing.page.own && <Own of={framing.page.own} />}
    </head>
    <body data-session={framing.session} data-late={listLate(framing.page.own).join(' ')}>
      {account === undefined ? <Alone {...framing} /> : <Framed {...framing} account={account} />}
    </body>
  </html>
);

/** The addresses of the scripts that the page loads once it is used. */
const listLate = (own: OwnFiles | undefined) =>
  [(own && LATE[own]) ?? [], 'drafts'].flat().map((name) => findAddress(`${name}.js`));

const Own: FC<{ of: OwnFiles }> = ({ of }) => {
  const [style, script] = [findAddress(`${of}.css`), findAddress(`${of}.js`)];
  return (
    <>
      {style && <link rel="stylesheet" href={style} />}
      {script && LATE[of] !== of && <script src={script} defer />}
    </>
  );
};

/** @param hasBird whether the bird is drawn, because no other one is near */
const Brand: FC<{ hasBird: boolean }> = ({ hasBird }) => (
  <a class="brand" href="/console">
    {hasBird && (
      <svg viewBox="-33 -33 66 66" aria-hidden="true">
        <path d={BIRD} transform="rotate(38)" />
      </svg>
    )}
    Swiftlet
  </a>
);

/** The frame of a page without a session. */
const Alone: FC<Framing> = ({ page, notice, forms, theme }) => (
  <div class="alone">
    <header>
      <Brand hasBird={page.flight === undefined} />
    </header>
    <main>
      <Content page={page} notice={notice} />
    </main>
    <footer>
      <a class="soft small" href="/docs">
        Documentation
      </a>
      <ThemeForm theme={theme} forms={forms} />
    </footer>
  </div>
);

/** The content of a page with its notice. */
const Content: FC<{ page: ConsolePage; notice: NoticeText | undefined }> = ({ page: { flight, main }, notice }) => (
  <>
    {flight && <Flight of={flight} />}
    {typeof main === 'function' ? (
      main(notice)
    ) : (
      <>
        <NoticeLine notice={notice} />
        {main}
      </>
    )}
  </>
);

const Framed: FC<Framing & { account: Account }> = ({ page, account, notice, forms, theme, news }) => (
  <div class="frame">
    <a class="skip" href="#main">
      Skip to the page
    </a>
    <header class="rail">
      <div>
        <div class="side">
          <Brand hasBird />
        </div>
        <nav class="tabs" aria-label="Console" data-jump={`${findAddress('jump.css')} ${findAddress('jump.js')}`}>
          {Object.entries(SECTIONS).map(([name, [path, label]]) => (
            <a href={path} aria-current={page.section === name ? 'page' : undefined}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={ICONS[name as Section]} />
              </svg>
              {label}
              {news.includes(name as Section) && (
                <span class="new">
                  <span class="unseen">, new</span>
                </span>
              )}
            </a>
          ))}
        </nav>
        <div class="who">
          <span>{account.name}</span>
          <ThemeForm theme={theme} forms={forms} />
          <FormElement form={SIGN_OUT} forms={forms} class="plain">
            {() => (
              <button class="text" type="submit">
                Sign out
              </button>
            )}
          </FormElement>
        </div>
      </div>
    </header>
    <main id="main" tabindex={-1}>
      <Content page={page} notice={notice} />
      <noscript>
        <p class="soft small">Days and times are in UTC.</p>
      </noscript>
    </main>
  </div>
);

const COOKIE = { name: 'console-answer' };

/** How long an answer counts as new to a browser that has not shown it. The cookie lasts longer. */
const NEW_FOR_MS = 30 * DAY_MS;
const LASTS_SECONDS = (NEW_FOR_MS + DAY_MS) / 1000;

/**
 * Whether the operator's answer to a request for a plan is new to this browser. A cookie keeps the time of the last
 * answer that it has shown, so that no table has a row for each browser.
 * @param isShown whether this page shows it, so that it is no longer new
 */
function hasNewAnswer(c: ConsoleContext, isShown: boolean): boolean {
  const answeredAt = c.get('answeredAt') ?? null;
  if (answeredAt === null || answeredAt < c.get('now') - NEW_FOR_MS) return false;
  if (readCookie(c, COOKIE) === String(answeredAt)) return false;
  if (isShown) writeCookie(c, String(answeredAt), COOKIE, LASTS_SECONDS);
  return !isShown;
}
