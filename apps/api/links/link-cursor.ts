/**
 * The cursor of a list of links (specification 8.3). It is encrypted, because a search by prefix reads the codes of all
 * accounts, and the next page may begin at a code of another account. A cursor is valid only for its own list.
 */
import { Refusal } from '#domain/refusal';
import type { Peppers } from '#secrets/pepper';
import { openText, sealText } from '#secrets/sealed-text';
import type { LinkFilter } from './link-list-filter';
import type { Position } from './link-list-order';
import { CURSOR_RULE } from './link-list-query';

/** The list that a cursor belongs to: an account, a filter and an order. */
export type Listing = {
  readonly accountId: string;
  readonly filter: LinkFilter;
  /** Undefined: newest first, or by code with a prefix. */
  readonly sort?: 'clicks' | 'lastClick' | undefined;
};

/** The place in a stored order at which a page begins, or the position from which the codes of links are still read. */
export type SortedPosition = { readonly order: string; readonly from: number } | { readonly unread: Position };

export type ListPosition = Position | SortedPosition;

/** The context of lists that earlier versions had is as it was, so their cursors stay valid. */
function contextOf({ accountId, filter, sort }: Listing): string {
  const { status, prefix, search, tag, tags = 'all', externalId, createdFrom, createdTo } = filter;
  const former = ['links', accountId, status ?? null, prefix ?? null, search ?? null];
  const added = [tag && [tags, ...tag], externalId, createdFrom, createdTo, sort].map((value) => value ?? null);
  return JSON.stringify(added.every((value) => value === null) ? former : [...former, ...added]);
}

export const cursorOf = (position: ListPosition, peppers: Peppers, listing: Listing): Promise<string> =>
  sealText(textOf(position), peppers, contextOf(listing));

function textOf(position: ListPosition): string {
  if ('order' in position) return `order ${position.order} ${position.from}`;
  if ('unread' in position) return `unread ${textOf(position.unread)}`;
  return `${position.createdAt} ${position.code}`;
}

/** Decrypts a cursor. @throws Refusal FIELD_INVALID if it was altered, or is of another list */
export async function positionOf(cursor: string, peppers: Peppers, listing: Listing): Promise<ListPosition> {
  const position = parse((await openText(cursor, peppers, contextOf(listing))) ?? '');
  if (position === null) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
  return position;
}

function parse(text: string): ListPosition | null {
  const [, order, from] = /^order ([\w-]+) (\d+)$/.exec(text) ?? [];
  if (order !== undefined) return { order, from: Number(from) };
  const [, unread, createdAt, code] = /^(unread )?(\d{1,15}) ([a-z0-9-]+)$/.exec(text) ?? [];
  if (createdAt === undefined || code === undefined) return null;
  const position = { createdAt: Number(createdAt), code };
  return unread === undefined ? position : { unread: position };
}
