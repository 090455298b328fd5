/**
 * Whose links a caller reaches: those of a whole account, or only those of one key (specification 12.9). A link is
 * found by its code, for its owner only.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { openDatabase, openPrimary } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { ReadRows } from '#api/platform/one-trip';
import type { Actor } from '#domain/account-events';
import type { AdmittedKey } from '#domain/admission';
import { Refusal } from '#domain/refusal';
import { parseCode } from '#domain/short-address';
import { DETAILED_FIELDS, type DetailedLink, type DetailedRow, parseDetailedRow } from './link-details';

export type LinkOwner = {
  readonly accountId: string;
  /** The id of the key that has made the links; null: all links of the account. */
  readonly madeBy: string | null;
};

/** The owner of all links of an account, for the console and the operator. */
export const wholeAccount = (accountId: string): LinkOwner => ({ accountId, madeBy: null });

/** The owner of the links that a key reaches. */
export const toOwner = ({ id, accountId, rights }: Pick<AdmittedKey, 'id' | 'accountId' | 'rights'>): LinkOwner => ({
  accountId,
  madeBy: rights.linkReach === 'own' ? id : null,
});

/** A key, as the log of the account names who has done something. */
export const toKeyActor = ({ id, name }: Pick<AdmittedKey, 'id' | 'name'>): Actor => ({ kind: 'key', id, name });

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
export const isOwnedBy = ({ accountId, madeBy }: LinkOwner): SQL =>
  and(sql`+${links.accountId} = ${accountId}`, madeBy === null ? undefined : eq(links.madeBy, madeBy)) as SQL;

/**
 * Finds a link of its owner, active or expired, in the primary of D1, because a replica may not have a new link yet.
 * @param readRows reads its row beside other statements; default: alone
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account or key (specification 12.1 and 12.9)
 */
export async function ownedLink(
  env: Env,
  owner: LinkOwner,
  shortCode: string,
  readRows: ReadRows = (statement) => openPrimary(env.DB).all(statement),
): Promise<DetailedLink> {
  const code = parseCode(shortCode);
  const [row] = code === null ? [] : await readRows<DetailedRow>(selectOwnedLink(env, owner, code));
  if (row === undefined) throw new Refusal('LINK_NOT_FOUND');
  return parseDetailedRow(row);
}

const selectOwnedLink = (env: Env, owner: LinkOwner, code: string): SQL =>
  openDatabase(env.DB)
    .select(DETAILED_FIELDS)
    .from(links)
    .where(and(eq(links.code, code), isOwnedBy(owner)))
    .getSQL();
