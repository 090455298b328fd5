/**
 * The cursor of a list of links (specification 8.3). It is encrypted, because a search by prefix reads the codes of all
 * accounts, and the next page may begin at a code of another account. A cursor is valid only for its own list.
 */
import { Refusal } from '#domain/refusal';
import type { Peppers } from '#secrets/pepper';
import { openText, sealText } from '#secrets/sealed-text';
import { CURSOR_RULE } from './link-list-query';
import type { Listing, Position } from './link-list-statement';

const contextOf = ({ owner: { accountId, madeBy }, filter: { status, prefix, search } }: Listing): string =>
  JSON.stringify([
    'links',
    accountId,
    status ?? null,
    prefix ?? null,
    search ?? null,
    ...(madeBy === null ? [] : [madeBy]),
  ]);

export const cursorOf = ({ createdAt, code }: Position, peppers: Peppers, listing: Listing): Promise<string> =>
  sealText(`${createdAt} ${code}`, peppers, contextOf(listing));

/** Decrypts a cursor. @throws Refusal FIELD_INVALID if it was altered, or is of another list */
export async function positionOf(cursor: string, peppers: Peppers, listing: Listing): Promise<Position> {
  const text = await openText(cursor, peppers, contextOf(listing));
  const [, createdAt, code] = /^(\d{1,15}) ([a-z0-9-]+)$/.exec(text ?? '') ?? [];
  if (createdAt === undefined || code === undefined) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
  return { createdAt: Number(createdAt), code };
}
