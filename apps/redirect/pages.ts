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
const reloadLink = (label: string): Html => html`<a class="deed" href="">${label}</a>`;

type Notice = {
  readonly title: string;
  readonly happened: string;
  /** What the visitor can do. */
  readonly advice: string;
  /** The drawing on the page. */
  readonly flight: Flight;
  /** The words before the operator's address. */
  readonly contactLead?: string;
  /** A link for the visitor to follow, below the texts. */
  readonly link?: Html;
};

const notice = (status: number, { title, happened, advice, flight, link, contactLead }: Notice): VisitorPage => ({
  status,
  title,
  main: html`<h1>${title}</h1>
<p>${happened}</p>
<p class="soft">${advice}</p>
${link ?? null}`,
  flight,
  contactLead: contactLead ?? 'Need help?',
});

export const NOT_FOUND = notice(404, {
  title: 'There is no link here',
  happened: 'The address may be incomplete or mistyped.',
  advice: 'Check the end of the address for a missing letter, or ask whoever sent you the link for it again.',
  flight: 'lost',
});

const ASK_FOR_A_NEW_ONE = 'If you still need it, ask whoever sent you the link for a new one.';

/** The pages of links that no longer work, by the reason. */
export const GONE: Readonly<Record<GoneReason, VisitorPage>> = {
  TIME: notice(410, {
    title: 'This link has expired',
    happened: 'It was made to work for a limited time, and that time is over.',
    advice: ASK_FOR_A_NEW_ONE,
    flight: 'gone',
  }),
  CLICKS: notice(410, {
    title: 'This link has been used up',
    happened: 'It could be opened a limited number of times, and that number has been reached.',
    advice: ASK_FOR_A_NEW_ONE,
    flight: 'gone',
  }),
  DELETED: notice(410, {
    title: 'This link was removed',
    happened: 'Its owner took it down, so it no longer leads anywhere.',
    advice: ASK_FOR_A_NEW_ONE,
    flight: 'gone',
  }),
};

export const BLOCKED = notice(410, {
  title: 'This link is blocked',
  happened: 'It may lead to something harmful, so we do not send anyone there.',
  advice: 'If a message asked you to open it and then to sign in, pay or install something, delete that message.',
  flight: 'turned',
  contactLead: 'Blocked by mistake?',
});

/** The page for a visit during which a store or an object failed. */
export const BUSY = notice(503, {
  title: 'We cannot open this link right now',
  happened: 'Something went wrong on our side. The link itself may be fine.',
  advice: 'Wait a few seconds, then try again.',
  flight: 'turned',
  link: reloadLink('Try again'),
});

/** The page for a network that has requested too many unknown codes. */
export const TOO_MANY_MISSES = notice(429, {
  title: 'Too many requests from your network',
  happened: 'Many of the links it asked for do not exist, so we answer it again in a moment.',
  advice: 'Try again in a minute.',
  flight: 'turned',
  link: reloadLink('Try again'),
});

/**
 * The page for a form sent to a link without a password. The password may have been removed while its page was open.
 */
export const UNEXPECTED_FORM = notice(405, {
  title: 'Please open this link again',
  happened: 'If it asked you for a password before, it no longer needs one.',
  advice: 'Open it to continue.',
  flight: 'flying',
  link: reloadLink('Open the link'),
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
