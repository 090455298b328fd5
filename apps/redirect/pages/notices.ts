/**
 * The pages that a visitor sees instead of a redirect, one per cause. Each page says what happened and what the visitor
 * can do (specification 11.7).
 */
import type { ErrorCode } from '#domain/errors';
import type { GoneReason } from '#domain/link';
import type { Refusal } from '#domain/refusal';
import type { Flight } from '#drawings/flight';
import { type Html, html, type VisitorPage } from './document';

/** Returns a link to the page's own address. Following it sends GET, even if the page came in response to a form. */
const renderReloadLink = (label: string): Html => html`<a class="deed" href="">${label}</a>`;

type More = {
  /** What follows the advice, such as a link to follow. */
  readonly below?: Html;
  /** The words before the operator's address, in place of the usual ones. */
  readonly contactLead?: string;
};

/**
 * Makes a page that says what happened.
 * @param title what happened
 * @param advice the reason, and what the visitor can do. A function gets the host of short links
 */
const makeNotice = (
  status: number,
  flight: Flight,
  title: string,
  advice: string | ((host: string) => string),
  { below, contactLead }: More = {},
): VisitorPage => ({
  status,
  title,
  main: (address, host) => html`<h1>${title}</h1>
${address}
<p>${typeof advice === 'string' ? advice : advice(host)}</p>
${below ?? null}`,
  flight,
  contactLead,
});

export const NOT_FOUND = makeNotice(
  404,
  'lost',
  'This link does not exist',
  'Check the address for a missing or wrong letter, or ask whoever sent you the link.',
);

/** The page of the host itself, where no link is asked for. */
export const ROOT = makeNotice(
  404,
  'flying',
  'Short links live here',
  (host) =>
    `A short link has a code after the slash, like ${host}/code. To open one, use its whole address, or ask whoever sent it to you.`,
);

const makeGoneNotice = (title: string, reason: string): VisitorPage =>
  makeNotice(410, 'gone', title, `${reason}\nAsk whoever sent it to you for a new one.`);

/** The pages of links that no longer work, by the reason. */
export const GONE: Readonly<Record<GoneReason, VisitorPage>> = {
  TIME: makeGoneNotice('This link has expired', 'It worked for a limited time.'),
  CLICKS: makeGoneNotice('This link has reached its limit', 'It has been opened as often as its owner allowed.'),
  DELETED: makeGoneNotice('This link was removed', 'Its owner deleted it.'),
};

/** The page of a blocked link. A block does not prove harm: the link's account may have been suspended. */
export const BLOCKED = makeNotice(
  410,
  'turned',
  'This link is blocked',
  (host) => `${host} blocked it to protect you.\nIt may steal passwords or money, or install harmful software.`,
  {
    below: html`<p class="warn">If a message asked you to open it and then to sign&nbsp;in, pay or install something, <b>delete that message</b>.</p>
<p>You can close this page.</p>`,
    contactLead: 'Is this your link?',
  },
);

/** The page for a visit during which a store or an object failed. */
export const BUSY = makeNotice(
  503,
  'waiting',
  'This link won’t open right now',
  'The fault is ours. Try again in a few seconds.',
  { below: renderReloadLink('Try again') },
);

/** The page for a network that has requested too many unknown codes. It names the time in Retry-After (lookup.ts). */
export const TOO_MANY_MISSES = makeNotice(
  429,
  'waiting',
  'Please wait a minute',
  'Someone on your network opened many links that do not exist.\nYour link may be fine.',
  { below: renderReloadLink('Try again') },
);

/**
 * The page for a form sent to a link without a password. The password may have been removed while its page was open.
 */
export const UNEXPECTED_FORM = makeNotice(
  405,
  'flying',
  'No password needed',
  'This link opens without a password now.',
  {
    below: renderReloadLink('Open the link'),
  },
);

const PAGES: Partial<Record<ErrorCode, VisitorPage>> = {
  LINK_NOT_FOUND: NOT_FOUND,
  UNKNOWN_ROUTE: NOT_FOUND,
  LINK_BLOCKED: BLOCKED,
  METHOD_NOT_ALLOWED: UNEXPECTED_FORM,
  WINDOW_EXCEEDED: TOO_MANY_MISSES,
  OVERLOADED: BUSY,
  FAULT: { ...BUSY, status: 500 },
};

/**
 * Returns the page of a refusal; null for a refusal that has no page, because only programs get it.
 * @param pathname that of the visit
 */
export function findPage({ code, extras }: Refusal, pathname: string): VisitorPage | null {
  if (code === 'LINK_GONE') return GONE[extras.goneReason ?? 'TIME'];
  return code === 'LINK_NOT_FOUND' && pathname === '/' ? ROOT : (PAGES[code] ?? null);
}
