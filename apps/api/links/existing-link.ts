/**
 * POST /v2/shorten?ifExists=return (specification 7.8). Returns a plain link of the account to the destination, or
 * makes one. A call finds only the links that such calls have made, and returns the oldest of them.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { existingLinks, links } from '#api/database/schema';
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { overloaded, Refusal } from '#domain/refusal';
import { digestOf } from '#secrets/digest';
import { allPeppers } from '#secrets/pepper';
import { locationOf } from '#store/link-row';
import { type CreateContext, createRequested } from './create';
import type { UnlessExists } from './insert-parts';
import { DETAILED_FIELDS, type DetailedLink, detailedLink } from './link-details';
import { type LinkOwner, ownerOfPolicy } from './link-owner';
import { readLinkRequest } from './link-request';

/**
 * How many links of one destination a call reads at most. If there are so many, a creation deletes the row of the
 * oldest.
 */
const MAX_READ = 100;

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
  const hashes = await Promise.all(peppers.map((pepper) => hashOf(href, policy.accountId, pepper)));
  const isPlain = request.expiresIn === null && request.maxClicks === null && request.password === null;
  for (let attempt = 1; ; attempt++) {
    const rows = await readExisting(env, ownerOfPolicy(policy), hashes);
    const link = rows.find(({ made, isReached }) => made !== null && isReached && isPlainTo(made, href))?.made;
    if (link) return { link, isNew: false };
    const unlessExists = isPlain
      ? { urlHash: hashes[0] as string, seen: rows.map(({ id }) => id), forgotten: forgottenOf(rows) }
      : undefined;
    try {
      return { link: await createRequested(context, request, { unlessExists }), isNew: true };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'LINK_CHANGED')) throw error;
      if (attempt === MAX_ATTEMPTS) throw overloaded();
    }
  }
}

/** Hashes a destination with the pepper, because a destination can be guessed. */
const hashOf = (href: string, accountId: string, pepper: string): Promise<string> =>
  digestOf(`${pepper}\nexisting link\n${accountId}\n${href}`);

/** Whether a link is alive, has no option that ends or guards it, and leads to a destination. */
const isPlainTo = ({ gone, blocked, expiresAt, maxClicks, password, url }: DetailedLink, href: string): boolean =>
  [gone, blocked, expiresAt, maxClicks, password].every((value) => value === null) && locationOf(url) === href;

type Existing = {
  readonly id: string;
  readonly code: string;
  readonly createdAt: number;
  /** Null if the code has another link by now. */
  readonly made: DetailedLink | null;
  /** Whether the caller reaches the link (specification 12.9). */
  readonly isReached: boolean;
};

/** Reads the links of a destination, oldest first. */
async function readExisting(
  env: Env,
  { accountId, madeBy }: LinkOwner,
  hashes: readonly string[],
): Promise<Existing[]> {
  const { code, createdAt, linkId } = existingLinks;
  const rows = await primaryOf(env.DB)
    // The alias keeps the two columns `created_at` apart in results that are objects.
    .select({ ...DETAILED_FIELDS, at: sql<number>`${createdAt}`.as('existing_at'), linkId, maker: links.madeBy })
    .from(existingLinks)
    .innerJoin(links, eq(links.code, code))
    .where(and(eq(existingLinks.accountId, accountId), inArray(existingLinks.urlHash, hashes)))
    .orderBy(createdAt, code)
    .limit(MAX_READ);
  return rows.map(({ at, linkId: id, maker, ...row }) => {
    const isReached = madeBy === null || maker === madeBy;
    return { id, code: row.code, createdAt: at, made: row.id === id ? detailedLink(row) : null, isReached };
  });
}

/**
 * The rows to delete: those of links that are gone for ever, and the oldest row if a call has read as many as it may.
 */
const forgottenOf = (rows: readonly Existing[]): UnlessExists['forgotten'] =>
  rows
    .filter(({ made }, at) => made === null || made.gone === 'DELETED' || (at === 0 && rows.length === MAX_READ))
    .map(({ code, createdAt }) => ({ code, createdAt }));
