import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { MAX_TAGS } from '#domain/link';
import { parseCode } from '#domain/short-address';
import { Alert, formatCount, formatCounted, Moment } from './components';
import { type ConsoleContext, clearCookie, readCookie, writeCookie } from './context';
import { decodeTags, encodeTag } from './tags/tag-choice';

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
  'key-restricted': 'The key has its new permissions. They apply to every call from now on.',
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
  'links-changed': tellChanged,
  'links-left': tellLeft,
  'tag-changed': 'The tag is changed.',
  'tag-merged': 'The tags are merged. All links of the other one have this tag now.',
  'tag-merged-partly': 'The tags are merged in part. This one has too many links for one go: merge it again.',
  'tag-deleted': 'The tag is deleted. Its links stay.',
  'template-made': tellTemplate,
  'template-changed': 'The template is changed. Links stay as they are.',
  'template-deleted': 'The template is deleted. Links stay as they are.',
  undone: 'Undone: the links stay as they were.',
  'undone-partly': 'Undone in part: links that were deleted elsewhere in the meantime stay deleted.',
  'undo-over': 'Too late to undo: the time was up, or it had been undone or replaced by a later change.',
} as const;
export type Notice = keyof typeof NOTICES;

/** Why a change of many links has left some of them out, after the codes of one or of several. */
const REASONS = {
  full: ['would have', 'would have', `more than ${MAX_TAGS} tags`],
  gone: ['was', 'were', 'deleted before'],
  over: ['was', 'were', 'deleted or expired before'],
  slow: ['is', 'are', 'changed too, but everywhere only within a minute'],
} as const;
export type LeftReason = keyof typeof REASONS;

/** What was asked of many links, and what becomes of one or of several. */
const OUTCOMES = {
  change: ['is changed', 'are changed'],
  delete: ['will be deleted', 'will be deleted'],
  expire: ['will expire', 'will expire'],
} as const;

/** What a change of many links has done: to how many, to how many not, and the codes of those, which stay selected. */
export type LeftLinks = {
  readonly asked: keyof typeof OUTCOMES;
  readonly done: number;
  readonly left: number;
  readonly codes: readonly (readonly [reason: LeftReason, code: string])[];
};

/** The most codes that the cookie of a notice holds. Browsers store at most 4,096 bytes a cookie. */
const MAX_CODES = 60;

/** The detail of `links-left`. */
export const encodeLeft = ({ asked, done, left, codes }: LeftLinks): string =>
  [asked, done, left, ...codes.slice(0, MAX_CODES).map((one) => one.join('.'))].join('~');

/** What `encodeLeft` has encoded. Any other text has no codes. */
function decodeLeft(text: string): LeftLinks {
  const [asked = '', done, left, ...codes] = text.split('~');
  const known = codes.map((one) => one.split('.') as [LeftReason, string]);
  return {
    asked: asked === 'delete' || asked === 'expire' ? asked : 'change',
    done: Number(done) || 0,
    left: Number(left) || 0,
    codes: known.filter(([reason, code]) => Object.hasOwn(REASONS, reason) && parseCode(code ?? '') !== null),
  };
}

/** The script shows the way back to a new link that was begun. */
function tellTemplate(): Told {
  return {
    lead: 'The template is saved.',
    rest: (
      <>
        You can choose it in every form of a link.{' '}
        <span data-draft-of="/console/links" hidden>
          What you typed for a <a href="/console/new-link">new link</a> is kept.
        </span>
      </>
    ),
  };
}

/** What `links-left` says: how many links are done, and a sentence for each reason, whose codes lead to their links. */
function tellLeft(detail: string): Told {
  const { asked, done, left, codes } = decodeLeft(detail);
  const outcome = OUTCOMES[asked][done > 1 ? 1 : 0];
  const part = `${done === 0 ? 'None' : formatCount(done)} of ${formatCount(done + left)} links ${outcome}.`;
  const lead = done + left === 1 ? 'The link was left out.' : part;
  const unnamed = codes.length === 0 ? 0 : left - codes.length;
  const rest = (
    <>
      {[...Map.groupBy(codes, ([reason]) => reason)].map(([reason, those]) => (
        <ReasonSentence reason={reason} codes={those.map(([, code]) => code)} />
      ))}
      {unnamed > 0 && `${formatCount(unnamed)} more ${unnamed === 1 ? 'was' : 'were'} left out.`}
    </>
  );
  return { lead, rest };
}

/** What was changed of how many links: their tags, or the end that they have now, epoch milliseconds. */
export type ChangedLinks = {
  readonly change: 'tag' | 'untag' | 'extend' | 'never';
  readonly done: number;
  readonly value: readonly string[] | number | null;
};

/** The most tags that the notice of a change names. */
const MAX_NAMED = 2;

/** The detail of `links-changed`. */
export function encodeChanged({ change, done, value }: ChangedLinks): string {
  const encode = (name: string) => encodeTag(name).replace(/[!~]/g, (mark) => (mark === '!' ? '%21' : '%7E'));
  const tags = Array.isArray(value) ? [value.length, ...(value.length > MAX_NAMED ? [] : value.map(encode))] : [value];
  return [change, done, ...tags].join('~');
}

/** What `links-changed` says. A text that is not encoded as above says only that links are changed. */
function tellChanged(detail: string): Told {
  const [change = '', done, value, ...names] = detail.split('~');
  const links = formatCounted(Number(done) || 0, 'link');
  const verb = change === 'tag' ? 'added to' : 'removed from';
  const isOne = Number(done) === 1;
  switch (change) {
    case 'tag':
    case 'untag':
      return {
        lead: <TagsMoved count={Number(value) || 0} names={decodeTags(names.join(' '))} of={`${verb} ${links}.`} />,
        rest: '',
      };
    case 'extend':
      return {
        lead: `${links} ${isOne ? 'has' : 'have'} a new end:`,
        rest: <Moment at={new Date(Number(value)).getTime() || 0} />,
      };
    case 'never':
      return { lead: `${links} no longer ${isOne ? 'expires' : 'expire'}.`, rest: '' };
    default:
      return { lead: 'The selected links are changed.', rest: '' };
  }
}

const TagsMoved: FC<{ count: number; names: readonly string[]; of: string }> = ({ count, names, of }) => (
  <>
    {names.length === 0
      ? formatCounted(count, 'tag')
      : names.map((name, n) => (
          <>
            {n === 0 ? (count === 1 ? 'Tag ' : 'Tags ') : ' and '}
            <bdi>{name}</bdi>
          </>
        ))}{' '}
    {of}
  </>
);

const ReasonSentence: FC<{ reason: LeftReason; codes: readonly string[] }> = ({ reason, codes }) => {
  const [one, several, why] = REASONS[reason];
  return (
    <>
      {codes.map((code, index) => (
        <>
          {index > 0 && (index === codes.length - 1 ? ' and ' : ', ')}
          <a href={`/console/links/${code}`}>{code}</a>
        </>
      ))}{' '}
      {codes.length === 1 ? one : several} {why}.{' '}
    </>
  );
};

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

/** The words of a notice: those up to the first full stop or colon, which stand out, and the others. */
type Told = { readonly lead: Child; readonly rest: Child };

export type NoticeText = Told & {
  readonly isSuccess: boolean;
  /** The anchor of what was saved, which has the focus; undefined where the notice has it. */
  readonly anchor?: string | undefined;
};

/** Returns the notice with the name in a cookie; undefined for an unknown name. */
export function findNotice(name: string | undefined, detail = ''): NoticeText | undefined {
  if (name === undefined || !Object.hasOwn(NOTICES, name)) return undefined;
  const words = NOTICES[name as Notice];
  return {
    ...(typeof words === 'string' ? splitWords(words) : words(detail)),
    isSuccess: !NOTHING_DONE.includes(name),
  };
}

function splitWords(words: string): Told {
  const [lead = '', ...others] = words.split(/(?<=[.:]) /);
  return { lead, rest: others.join(' ') };
}

const COOKIE = { name: 'console-notice' };
/** How long the cookie lasts: longer than a redirect takes. */
const LASTS_SECONDS = 60;

/** The path of an address, with its anchor. */
const cutQuery = (address: string): string => address.replace(/\?[^#]*/, '');

/**
 * Redirects (303) to a path of the console, and sets a notice for that page.
 * @param to with the anchor of the element that a form has changed. It can have the focus, and so gets it without script
 * @param detail of the notice, as one of the functions above has encoded it
 */
export function redirectTo(c: ConsoleContext, to: string, notice?: Notice, detail = ''): Response {
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
