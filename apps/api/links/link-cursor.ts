/**
 * The cursor of a list of links (specification 8.3). It is encrypted, because a search by prefix reads the codes of all
 * accounts, and the next page may begin at a code of another account. A cursor is valid only for its own list.
 */
import { Refusal } from '#domain/refusal';
import type { Peppers } from '#secrets/pepper';
import { openText, sealText } from '#secrets/sealed-text';
import type { Listing } from './link-list-filter';
import type { Position } from './link-list-order';
import { CURSOR_RULE } from './link-list-query';

/**
 * The place at which a page begins in an order that the statistics object has stored: after `from` links or, read
 * backward, before the link after `before` ones.
 */
export type SortedPosition =
  | { readonly order: string; readonly from: number }
  | { readonly order: string; readonly before: number };

export type ListPosition = Position | SortedPosition;

/** Whether a page is read against the order of its list, from the page after it. */
export const isReadBackward = (from: ListPosition | null): boolean =>
  from !== null && ('before' in from || 'isBackward' in from);

/** Returns the list for which a cursor is valid, as a text. */
function contextOf({ owner: { accountId, madeBy }, filter, sort }: Listing): string {
  const { status, prefix, search, destination, isProtected, externalId, createdFrom, createdTo } = filter;
  const tags = filter.tag && [filter.tags ?? 'all', ...filter.tag];
  const all = [accountId, madeBy, status, prefix, search, destination, isProtected, tags, externalId, createdFrom];
  return JSON.stringify(['links', ...all, createdTo, sort]);
}

export const cursorOf = (position: ListPosition, peppers: Peppers, listing: Listing): Promise<string> =>
  sealText(textOf(position), peppers, contextOf(listing));

function textOf(position: ListPosition): string {
  if ('from' in position) return `order ${position.order} ${position.from}`;
  if ('before' in position) return `order ${position.order} before ${position.before}`;
  const { createdAt, code, isBackward, isExclusive } = position;
  return `${isBackward ? 'backward ' : ''}${isExclusive ? 'beyond ' : ''}${createdAt} ${code}`;
}

/** Decrypts a cursor. @throws Refusal FIELD_INVALID if it was altered, or is of another list */
export async function positionOf(cursor: string, peppers: Peppers, listing: Listing): Promise<ListPosition> {
  const position = parse((await openText(cursor, peppers, contextOf(listing))) ?? '');
  if (position === null) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
  return position;
}

function parse(text: string): ListPosition | null {
  const [, order, before, count] = /^order ([\w-]+) (before )?(\d+)$/.exec(text) ?? [];
  if (order !== undefined) return { order, ...(before ? { before: Number(count) } : { from: Number(count) }) };
  const [, backward, beyond, createdAt, code] = /^(backward )?(beyond )?(\d{1,15}) ([a-z0-9-]+)$/.exec(text) ?? [];
  if (createdAt === undefined || code === undefined) return null;
  const way = { ...(backward && { isBackward: true as const }), ...(beyond && { isExclusive: true as const }) };
  return { createdAt: Number(createdAt), code, ...way };
}
