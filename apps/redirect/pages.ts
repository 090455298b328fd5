/**
 * The pages that a visitor sees in the place of a redirect, one per cause. Each says what happened and what the visitor
 * can do (specification 11.7). The functions are pure: the same arguments make the same page.
 */

import type { GoneReason } from '#domain/link';
import type { Refusal } from '#domain/refusal';
import type { VisitorPage } from './pages/document';
import type { Flight } from './pages/flight';
import { type Html, html } from './pages/html';

const again = (label: string): Html => html`<a class="deed" href="">${label}</a>`;

type Notice = {
  readonly title: string;
  readonly happened: string;
  /** What the visitor can do. */
  readonly advice: string;
  readonly flight: Flight;
  readonly contactLead?: string;
  /** A link that requests the same address with GET. */
  readonly way?: Html;
};

const notice = (status: number, { title, happened, advice, flight, way, contactLead }: Notice): VisitorPage => ({
  status,
  title,
  main: html`<h1>${title}</h1>
<p>${happened}</p>
<p class="soft">${advice}</p>
${way ?? null}`,
  flight,
  contactLead: contactLead ?? 'Need help?',
});

export const NOT_FOUND = notice(404, {
  title: 'There is no link here',
  happened: 'No link has this address.',
  advice:
    'Look for a typing mistake or a missing letter at the end, or ask whoever sent you the link for it once more.',
  flight: 'lost',
});

const ASK_FOR_A_NEW_ONE = 'If you still need it, ask whoever sent you the link for a new one.';

/** The page of a link that no longer works, by the reason. */
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
  advice: 'If a message asked you to open it and then to sign in, pay or install something, it is safest to delete it.',
  flight: 'turned',
  contactLead: 'Blocked by mistake?',
});

/** A store or an object failed: the link itself may be fine. */
export const BUSY = notice(503, {
  title: 'We cannot open this link right now',
  happened: 'Something on our side is busy or broken. The link itself may be fine.',
  advice: 'Wait a few seconds, then try again.',
  flight: 'turned',
  way: again('Try again'),
});

/** One network has requested more unknown codes than people do. */
export const SLOW_DOWN = notice(429, {
  title: 'Too many wrong addresses',
  happened: 'Your network asked for many links that do not exist, so it has to wait for a moment.',
  advice: 'Try again in a minute.',
  flight: 'turned',
  way: again('Try again'),
});

/** A form was sent to a link without a password. Most likely the password was removed while its page was open. */
export const NOT_LIKE_THIS = notice(405, {
  title: 'Please open this link again',
  happened:
    'Your browser sent a form, and this link takes none. If it asked for a password before, it no longer needs one.',
  advice: 'Nothing is lost: open it once more.',
  flight: 'flying',
  way: again('Open the link'),
});

/** Returns the page of a refusal; null for a refusal that only programs meet. */
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
      return NOT_LIKE_THIS;
    case 'WINDOW_EXCEEDED':
      return SLOW_DOWN;
    case 'OVERLOADED':
      return BUSY;
    case 'FAULT':
      return { ...BUSY, status: 500 };
    default:
      return null;
  }
}
