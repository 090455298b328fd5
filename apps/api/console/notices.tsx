import type { FC, PropsWithChildren } from 'hono/jsx';
import { Alert } from './components';
import { type ConsoleContext, clearCookie, readCookie, writeCookie } from './context';

/**
 * The notices that a page shows once after a form was handled. The cookie of the redirect holds the name of a notice
 * and the path of its page; showing the notice clears the cookie.
 */
const NOTICES = {
  'signed-out': 'You are signed out.',
  'signed-in': 'You are signed in. The sign-in link is used up: add a passkey now to sign in again later.',
  'signed-in-again': 'You are signed in again. What you typed is here. Please check it, and send it.',
  'nothing-done': 'You are signed in again. Nothing was done yet: please do it once more.',
  'session-over': 'Your session has ended. What you typed is kept here for an hour, except for passwords.',
  'session-over-undone': 'Your session has ended. Nothing was done.',
  'other-account': 'That page belonged to another account, which is not signed in. Nothing was done.',
  'key-renamed': 'The key has its new name.',
  'key-restricted': 'The key has its new rights. They apply to every call from now on.',
  'key-on': 'The key is switched on again.',
  'key-revoked': 'The key is revoked for good.',
  'text-ended': 'The previous secret has ended: calls with it get 401 from now on.',
  'upgrade-withdrawn': 'Your request is withdrawn.',
  'account-renamed': 'The account has its new name.',
  'passkey-added': 'The passkey is added. You can sign in with it from now on.',
  'passkey-renamed': 'The passkey has its new name.',
  'passkey-removed': 'The passkey is removed.',
  'session-ended': 'That browser is signed out.',
  'sessions-ended': 'All other browsers are signed out.',
  'link-made': 'The link is created.',
  'link-changed': 'The link is changed.',
  'link-same': 'Nothing was changed: everything is as it was.',
  'links-changed': 'The selected links are changed.',
  'links-changed-partly':
    'Some of the selected links could not be changed: they are deleted, or would have more than 20 tags. The others are changed.',
  'links-unchanged': 'No link was changed: the selected links are deleted, or would have more than 20 tags.',
  'tag-changed': 'The tag is changed.',
  'tag-deleted': 'The tag is deleted. Its links stay.',
  'links-deleted-partly': 'Some of the selected links were deleted before.',
  undone: 'It is undone: the links stay as they are.',
  'undone-partly': 'It is undone. Links that were deleted in another way meanwhile stay deleted.',
  'undo-over': 'Too late to undo: its time is over, or it was undone before.',
} as const;
export type Notice = keyof typeof NOTICES;

/** The notices of requests that changed nothing. They do not look like a success. */
const NOTHING_DONE: readonly string[] = [
  'session-over',
  'session-over-undone',
  'nothing-done',
  'other-account',
  'link-same',
  'links-unchanged',
  'undo-over',
];

export type NoticeText = {
  /** The words up to the first full stop or colon, which stand out. */
  readonly lead: string;
  readonly rest: string;
  readonly isSuccess: boolean;
  /** The anchor of what was saved, which has the focus; undefined where the notice has it. */
  readonly anchor?: string | undefined;
};

/** Returns the notice with the name in a cookie; undefined for an unknown name. */
export function findNotice(name: string | undefined): NoticeText | undefined {
  if (name === undefined || !Object.hasOwn(NOTICES, name)) return undefined;
  const [lead = '', ...others] = NOTICES[name as Notice].split(/(?<=[.:]) /);
  return { lead, rest: others.join(' '), isSuccess: !NOTHING_DONE.includes(name) };
}

const COOKIE = { name: 'console-notice' };
/** How long the cookie lasts: longer than a redirect takes. */
const LASTS_SECONDS = 60;

/** The path of an address, with its anchor. */
const cutQuery = (address: string): string => address.replace(/\?[^#]*/, '');

/**
 * Redirects (303) to a path of the console, and sets a notice for that page.
 * @param to with the anchor of the element that a form has changed. It can have the focus, and so gets it without script
 */
export function redirectTo(c: ConsoleContext, to: string, notice?: Notice): Response {
  if (notice !== undefined) writeCookie(c, `${notice}!${cutQuery(to)}`, COOKIE, LASTS_SECONDS);
  return c.redirect(to, 303);
}

/**
 * Returns the notice for this page and clears its cookie; undefined where there is none, or only one for another page.
 */
export function takeNotice(c: ConsoleContext): NoticeText | undefined {
  const [name, place] = (readCookie(c, COOKIE) ?? '').split('!');
  const [path, anchor] = place?.split('#') ?? [];
  if (path === undefined || path !== new URL(c.req.url).pathname) return undefined;
  clearCookie(c, COOKIE);
  const notice = findNotice(name);
  return notice && { ...notice, anchor };
}

/**
 * The notice that a page shows once, after a form was handled. It has the focus, unless what was saved has it.
 * @param children what was saved, in words
 */
export const NoticeLine: FC<PropsWithChildren<{ notice: NoticeText | undefined }>> = ({ notice, children }) =>
  notice === undefined ? null : (
    <Alert kind={notice.isSuccess ? 'good' : 'wait'} lead={notice.lead} isOnce hasFocus={notice.anchor === undefined}>
      {notice.rest} {children}
    </Alert>
  );
