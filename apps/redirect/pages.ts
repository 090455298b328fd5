/**
 * The pages that a visitor sees instead of a redirect, one per cause. Each page says what happened and what the visitor
 * can do (specification 11.7).
 */

import type { GoneReason } from '#domain/link';
import type { Refusal } from '#domain/refusal';
import type { Flight } from '#drawings/flight';
import type { VisitorPage } from './pages/document';
import { type Html, html } from './pages/html';

/** Returns a link to the page's own address. Following it sends GET, even if the page came in response to a form. */
const reloadLink = (label: string, kind = 'deed'): Html => html`<a class="${kind}" href="">${label}</a>`;

type Notice = {
  /** What happened. */
  readonly title: string;
  /** The reason, and what the visitor can do. */
  readonly advice: string;
  /** The drawing on the page. */
  readonly flight: Flight;
  /** The words before the operator's address. */
  readonly contactLead?: string;
  /** What follows the advice, such as a link to follow. */
  readonly below?: Html;
  /** Whether the title warns. */
  readonly isWarning?: boolean;
};

const notice = (
  status: number,
  { title, advice, flight, below, isWarning = false, contactLead }: Notice,
): VisitorPage => ({
  status,
  title,
  main: html`<h1${isWarning ? html` class="wrong"` : null}>${title}</h1>
<p>${advice}</p>
${below ?? null}`,
  flight,
  contactLead: contactLead ?? 'Need help?',
});

export const NOT_FOUND = notice(404, {
  title: 'This link does not exist',
  advice: 'Check the address for a missing or wrong letter, or ask whoever sent you the link.',
  flight: 'lost',
});

const gone = (title: string, reason: string): VisitorPage =>
  notice(410, {
    title,
    advice: `${reason} If you still need it, ask whoever sent it to you for a new one.`,
    flight: 'gone',
  });

/** The pages of links that no longer work, by the reason. */
export const GONE: Readonly<Record<GoneReason, VisitorPage>> = {
  TIME: gone('This link has expired', 'It worked for a limited time.'),
  CLICKS: gone('This link has reached its limit', 'It could be opened a limited number of times.'),
  DELETED: gone('This link was removed', 'Its owner took it down.'),
};

export const BLOCKED = notice(410, {
  title: 'This link is blocked',
  advice: 'It may lead to something harmful.',
  below: html`<p><b>If a message asked you to open it and then to sign in, pay or install something, delete that message.</b></p>`,
  isWarning: true,
  flight: 'turned',
  contactLead: 'Is this your link?',
});

/** The page for a visit during which a store or an object failed. */
export const BUSY = notice(503, {
  title: 'This link won’t open right now',
  advice: 'Something went wrong on our side, not on yours. Wait a few seconds, then try again.',
  flight: 'waiting',
  below: reloadLink('Try again'),
});

/** The page for a network that has requested too many unknown codes. */
export const TOO_MANY_MISSES = notice(429, {
  title: 'Please wait a minute',
  advice: 'Someone on your network opened many links that do not exist, so links stay closed to it for a moment.',
  flight: 'waiting',
  below: reloadLink('Try again', 'deed mild'),
});

/**
 * The page for a form sent to a link without a password. The password may have been removed while its page was open.
 */
export const UNEXPECTED_FORM = notice(405, {
  title: 'This link takes no password',
  advice: 'It may have changed while you had it open.',
  flight: 'flying',
  below: reloadLink('Open the link'),
});

/** Returns the page of a refusal; null for a refusal that has no page, because only programs get it. */
export function pageOf({ code, extras }: Refusal): VisitorPage | null {
  switch (code) {
    case 'LINK_NOT_FOUND':
    case 'UNKNOWN_ROUTE':
      return NOT_FOUND;
    case 'LINK_GONE':
      return GONE[extras.goneReason ?? 'TIME'];
    case 'LINK_BLOCKED':
      return BLOCKED;
    case 'METHOD_NOT_ALLOWED':
      return UNEXPECTED_FORM;
    case 'WINDOW_EXCEEDED':
      return TOO_MANY_MISSES;
    case 'OVERLOADED':
      return BUSY;
    case 'FAULT':
      return { ...BUSY, status: 500 };
    default:
      return null;
  }
}
