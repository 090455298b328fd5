/**
 * POST /v2/shorten?ifExists=return (specification 7.8). Returns a plain link of the account to the destination, or
 * makes one. A call finds only the links that such calls have made, and returns the oldest of them.
 */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { existingLinks, links } from '#api/database/schema';
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { overloaded, Refusal } from '#domain/refusal';
import { digestOf } from '#secrets/digest';
import { allPeppers } from '#secrets/pepper';
import { locationOf } from '#store/link-row';
import { type CreateContext, createRequested } from './create';
import { MAX_EXISTING, type UnlessExists } from './insert-parts';
import { DETAILED_FIELDS, type DetailedLink, detailedLink } from './link-details';
import { type LinkOwner, ownerOfPolicy } from './link-owner';
import { readLinkRequest } from './link-request';

/** How often a call tries. It tries again if another call has created a link to the destination at the same moment. */
const MAX_ATTEMPTS = 5;

/**
 * @throws Refusal for the first broken rule of a creation, and for an alias; OVERLOADED if every attempt has met another
 * creation, whose link was no longer plain when it was read
 */
export async function shortenUnlessExists(
  context: CreateContext,
  body: Record<string, unknown>,
): Promise<{ link: DetailedLink; isNew: boolean }> {
  const { env, policy } = context;
  const request = readLinkRequest(body, policy);
  if (request.alias !== null) throw new Refusal('FIELD_INVALID', { detail: 'alias must be absent with ifExists' });
  const href = locationOf(request.url);
  const peppers = allPeppers(configOf(env).peppers);
  const owner = ownerOfPolicy(policy);
  const hashesFor = (madeBy: string | null) =>
    Promise.all(peppers.map((pepper) => hashOf(href, { ...owner, madeBy }, pepper)));
  const [own, ofAccount] = [await hashesFor(owner.madeBy), await hashesFor(null)];
  const isPlain = request.expiresIn === null && request.maxClicks === null && request.password === null;
  for (let attempt = 1; ; attempt++) {
    const rows = await readExisting(env, owner, { own, ofAccount });
    const link = rows.find(({ made }) => made !== null && isPlainTo(made, href))?.made;
    if (link) return { link, isNew: false };
    const unlessExists = isPlain
      ? {
          urlHash: own[0] as string,
          ofAccount: owner.madeBy === null ? null : (ofAccount[0] as string),
          hashes: [...new Set([...own, ...ofAccount])],
          seen: rows.map(({ id }) => id),
          forgotten: forgottenOf(rows),
        }
      : undefined;
    try {
      return { link: await createRequested(context, request, { unlessExists }), isNew: true };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'LINK_CHANGED')) throw error;
      if (attempt === MAX_ATTEMPTS) throw overloaded();
    }
  }
}

/**
 * Names the list of a destination by a hash with the pepper, because a destination can be guessed. Keys for all links
 * share the list of the account, and a key for its own links has one of its own, so that the links of others neither
 * hide its links nor are read in vain.
 */
const hashOf = (href: string, { accountId, madeBy }: LinkOwner, pepper: string): Promise<string> =>
  digestOf(`${pepper}\nexisting link\n${accountId}${madeBy === null ? '' : ` ${madeBy}`}\n${href}`);

/** Whether a link is alive, has no option that ends or guards it, and leads to a destination. */
const isPlainTo = ({ gone, blocked, expiresAt, maxClicks, password, url }: DetailedLink, href: string): boolean =>
  [gone, blocked, expiresAt, maxClicks, password].every((value) => value === null) && locationOf(url) === href;

type Existing = {
  readonly id: string;
  readonly code: string;
  readonly createdAt: number;
  /** Null if the code has another link by now. */
  readonly made: DetailedLink | null;
};

/**
 * Reads the links of a destination that the caller reaches, each once, oldest first. The links that a key has made
 * before it was limited to its own are in the list of the account.
 */
async function readExisting(
  env: Env,
  { accountId, madeBy }: LinkOwner,
  { own, ofAccount }: { readonly own: readonly string[]; readonly ofAccount: readonly string[] },
): Promise<Existing[]> {
  const { code, createdAt, linkId } = existingLinks;
  const rows = await primaryOf(env.DB)
    // The alias keeps the two columns `created_at` apart in results that are objects.
    .select({ ...DETAILED_FIELDS, at: sql<number>`${createdAt}`.as('existing_at'), linkId })
    .from(existingLinks)
    .innerJoin(links, eq(links.code, code))
    .where(
      and(
        eq(existingLinks.accountId, accountId),
        or(
          inArray(existingLinks.urlHash, own),
          madeBy === null ? undefined : and(inArray(existingLinks.urlHash, ofAccount), eq(links.madeBy, madeBy)),
        ),
      ),
    )
    .groupBy(createdAt, code, linkId)
    .orderBy(createdAt, code)
    .limit(MAX_EXISTING);
  return rows.map(({ at, linkId: id, ...row }) => {
    return { id, code: row.code, createdAt: at, made: row.id === id ? detailedLink(row) : null };
  });
}

/**
 * The rows to delete: those of links that are gone for ever, and the oldest row if a call has read as many as it may.
 */
const forgottenOf = (rows: readonly Existing[]): UnlessExists['forgotten'] =>
  rows
    .filter(({ made }, at) => made === null || made.gone === 'DELETED' || (at === 0 && rows.length === MAX_EXISTING))
    .map(({ code, createdAt }) => ({ code, createdAt }));
