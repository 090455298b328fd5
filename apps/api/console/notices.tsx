import type { FC, PropsWithChildren } from 'hono/jsx';
import { MAX_TAGS } from '#domain/link';
import { parseCode } from '#domain/short-address';
import { Alert, formatCounted } from './components';
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
  'qr-logo-set': 'The logo is uploaded. Every QR code in the console begins with it.',
  'qr-logo-removed': 'The logo is removed. QR codes are drawn without it from now on.',
  'qr-look-kept': 'This look is kept. Every QR code in the console begins with it.',
  'link-made': 'The link is created.',
  'link-changed': 'The link is changed.',
  'link-same': 'Nothing was changed: everything is as it was.',
  'links-changed': 'The selected links are changed.',
  'links-left': describeLeft,
  'tag-changed': 'The tag is changed.',
  'tag-merged': 'The tags are merged. All links of the other one have this tag now.',
  'tag-merged-partly': 'The tags are merged in part. This one has too many links for one go: merge it again.',
  'tag-deleted': 'The tag is deleted. Its links stay.',
  'template-made': 'The template is saved. You can choose it in every form of a link.',
  'template-changed': 'The template is changed. Links stay as they are.',
  'template-deleted': 'The template is deleted. Links stay as they are.',
  undone: 'Undone: the links stay as they were.',
  'undone-partly': 'Undone in part: links that were deleted elsewhere in the meantime stay deleted.',
  'undo-over': 'Too late to undo: the time was up, or it had been undone or replaced by a later change.',
} as const;
export type Notice = keyof typeof NOTICES;

/** Why a change of many links has left some of them out. */
const REASONS = {
  full: `Would have more than ${MAX_TAGS} tags`,
  gone: 'Deleted before',
  over: 'Deleted or expired before',
  slow: 'Changed, and followed everywhere within a minute',
} as const;
export type LeftReason = keyof typeof REASONS;

/** What a change of many links has done: to how many, to how many not, and the codes of those, which stay selected. */
export type LeftLinks = {
  readonly done: number;
  readonly left: number;
  readonly codes: readonly (readonly [reason: LeftReason, code: string])[];
};

/** The most codes that the cookie of a notice holds. Browsers store at most 4,096 bytes a cookie. */
const MAX_CODES = 60;

const encodeLeft = ({ done, left, codes }: LeftLinks): string =>
  [done, left, ...codes.slice(0, MAX_CODES).map((one) => one.join('.'))].join('~');

/** What `encodeLeft` has encoded. Any other text has no codes. */
function decodeLeft(text: string): LeftLinks {
  const [done, left, ...codes] = text.split('~');
  const known = codes.map((one) => one.split('.') as [LeftReason, string]);
  return {
    done: Number(done) || 0,
    left: Number(left) || 0,
    codes: known.filter(([reason, code]) => Object.hasOwn(REASONS, reason) && parseCode(code ?? '') !== null),
  };
}

function describeLeft(detail: string): string {
  const { done, left, codes } = decodeLeft(detail);
  const named = [...Map.groupBy(codes, ([reason]) => reason)].map(
    ([reason, those]) => ` ${REASONS[reason]}: ${those.map(([, code]) => code).join(', ')}.`,
  );
  const rest = left > codes.length && codes.length > 0 ? ` And ${left - codes.length} more.` : '';
  return `${formatCounted(left, 'link')} left out, ${done} done.${named.join('')}${rest}`;
}

/** The notices of requests that changed nothing, or not all. They do not look like a success. */
const NOTHING_DONE: readonly string[] = [
  'session-over',
  'session-over-undone',
  'nothing-done',
  'other-account',
  'link-same',
  'links-left',
  'tag-merged-partly',
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
export function findNotice(name: string | undefined, detail = ''): NoticeText | undefined {
  if (name === undefined || !Object.hasOwn(NOTICES, name)) return undefined;
  const words = NOTICES[name as Notice];
  const [lead = '', ...others] = (typeof words === 'string' ? words : words(detail)).split(/(?<=[.:]) /);
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
 * @param left what `links-left` says
 */
export function redirectTo(c: ConsoleContext, to: string, notice?: Notice, left?: LeftLinks): Response {
  const detail = left === undefined ? '' : encodeLeft(left);
  if (notice !== undefined) writeCookie(c, `${notice}!${cutQuery(to)}!${detail}`, COOKIE, LASTS_SECONDS);
  return c.redirect(to, 303);
}

type StoredNotice = { name: string; detail: string; anchor: string | undefined };

function readNotice(c: ConsoleContext): StoredNotice | undefined {
  const [name = '', place = '', detail = ''] = (readCookie(c, COOKIE) ?? '').split('!');
  const [path, anchor] = place.split('#');
  return path === new URL(c.req.url).pathname ? { name, detail, anchor } : undefined;
}

/** The codes of the links that a change has left out, for the page that shows the notice. */
export function readLeft(c: ConsoleContext): string[] {
  const notice = readNotice(c);
  return notice?.name === 'links-left' ? decodeLeft(notice.detail).codes.map(([, code]) => code) : [];
}

/**
 * Returns the notice for this page and clears its cookie; undefined where there is none, or only one for another page.
 */
export function takeNotice(c: ConsoleContext): NoticeText | undefined {
  const notice = readNotice(c);
  if (notice === undefined) return undefined;
  clearCookie(c, COOKIE);
  const words = findNotice(notice.name, notice.detail);
  return words && { ...words, anchor: notice.anchor };
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
