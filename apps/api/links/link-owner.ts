/** Whose links a caller reaches: those of a whole account, or of them only those of one key (specification 12.9). */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { links } from '#api/database/schema';
import type { Actor } from '#domain/account-events';
import type { AdmittedKey } from '#domain/admission';

export type LinkOwner = {
  readonly accountId: string;
  /** The id of the key that has made the links; null: all links of the account. */
  readonly madeBy: string | null;
};

/** The owner of all links of an account, for the console and the operator. */
export const wholeAccount = (accountId: string): LinkOwner => ({ accountId, madeBy: null });

/** The owner of the links that a key reaches. */
export const ownerOf = ({ id, accountId, rights }: Pick<AdmittedKey, 'id' | 'accountId' | 'rights'>): LinkOwner => ({
  accountId,
  madeBy: rights.linkReach === 'own' ? id : null,
});

/** A key, as the log of the account names who has done something. */
export const keyActorOf = ({ id, name }: Pick<AdmittedKey, 'id' | 'name'>): Actor => ({ kind: 'key', id, name });

/** The owner of the links that the caller of a creation reaches. */
export const ownerOfPolicy = ({
  accountId,
  madeBy,
  ownLinksOnly,
}: {
  readonly accountId: string;
  readonly madeBy: string | null;
  readonly ownLinksOnly: boolean;
}): LinkOwner => ({ accountId, madeBy: ownLinksOnly ? madeBy : null });

/**
 * SQL condition: the row of `links`, which another condition finds, is one of the owner's links. The plus keeps SQLite
 * from reading all links of the account by their index (https://sqlite.org/optoverview.html#uplus).
 */
export const isLinkOf = ({ accountId, madeBy }: LinkOwner): SQL =>
  and(sql`+${links.accountId} = ${accountId}`, madeBy === null ? undefined : eq(links.madeBy, madeBy)) as SQL;
