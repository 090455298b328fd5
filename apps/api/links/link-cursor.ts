/**
 * The cursor of a listing. Sealed, because a page may end at a code that is another account's; and good only for the
 * listing it came with.
 */
import { Refusal } from '#domain/refusal';
import type { Peppers } from '#secrets/pepper';
import { openText, sealText } from '#secrets/sealed-text';
import { CURSOR_RULE } from './link-list-query';
import type { LinkFilter, Position } from './link-list-statement';

/** What a cursor belongs to: an account's listing, by its filter. */
type Listing = { readonly accountId: string; readonly filter: LinkFilter };

const contextOf = ({ accountId, filter: { status, prefix, search } }: Listing): string =>
  JSON.stringify(['links', accountId, status ?? null, prefix ?? null, search ?? null]);

export const cursorOf = ({ createdAt, code }: Position, peppers: Peppers, listing: Listing): Promise<string> =>
  sealText(`${createdAt} ${code}`, peppers, contextOf(listing));

/** @throws Refusal FIELD_INVALID for a cursor that is altered, or of another listing */
export async function positionOf(cursor: string, peppers: Peppers, listing: Listing): Promise<Position> {
  const text = await openText(cursor, peppers, contextOf(listing));
  const [, createdAt, code] = /^(\d{1,15}) ([a-z0-9-]+)$/.exec(text ?? '') ?? [];
  if (createdAt === undefined || code === undefined) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
  return { createdAt: Number(createdAt), code };
}
