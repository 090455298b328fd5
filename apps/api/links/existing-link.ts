/**
 * POST /v2/shorten?ifExists=return (specification 7.8) returns the oldest plain link to the destination that such calls
 * of the account have made, or makes one. An upsert (specification 7.7) makes or changes the link of an `externalId`.
 */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { openPrimary } from '#api/database/database';
import { existingLinks, linkDetails, links } from '#api/database/schema';
import { type Env, parseConfig } from '#api/platform/env';
import { checkNewDestination } from '#api/threats/check';
import { hasExpired, type Link } from '#domain/link';
import { overloaded, Refusal } from '#domain/refusal';
import { normalizeCode } from '#domain/short-address';
import { hashText } from '#secrets/digest';
import { listPeppers } from '#secrets/pepper';
import { toLocation } from '#store/link-row';
import { type CreateContext, createRequested } from './create';
import { MAX_EXISTING, type UnlessExists } from './insert-details';
import { editLiving } from './link-changes';
import { DETAILED_FIELDS, DETAILS, type DetailedLink, detailedLink } from './link-details';
import type { CheckedEdit } from './link-edit';
import { isOwnedBy, type LinkOwner, ownerOfPolicy } from './link-owner';
import { type LinkRequest, readLinkRequest } from './link-request';

/**
 * How often a call tries. It tries again if another call has created, changed or deleted such a link at the same
 * moment.
 */
const MAX_ATTEMPTS = 5;

/**
 * @throws Refusal for the first broken rule of a creation, and for an alias; OVERLOADED if every attempt has met
 * another creation, whose link was no longer plain when it was read
 */
export async function shortenUnlessExists(
  context: CreateContext,
  body: Record<string, unknown>,
): Promise<{ link: DetailedLink; isNew: boolean }> {
  const { env, policy } = context;
  const request = readLinkRequest(body, policy);
  if (request.alias !== null) throw new Refusal('FIELD_INVALID', { detail: 'alias must be absent with ifExists' });
  const href = toLocation(request.url);
  const peppers = listPeppers(parseConfig(env).peppers);
  const owner = ownerOfPolicy(policy);
  const hashesFor = (madeBy: string | null) =>
    Promise.all(peppers.map((pepper) => hashDestination(href, { ...owner, madeBy }, pepper)));
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
          forgotten: listForgotten(rows),
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
 * share the list of the account, and a key for its own links has one of its own, so that links of other keys neither
 * hide its links nor are read in vain.
 */
const hashDestination = (href: string, { accountId, madeBy }: LinkOwner, pepper: string): Promise<string> =>
  hashText(`${pepper}\nexisting link\n${accountId}${madeBy === null ? '' : ` ${madeBy}`}\n${href}`);

/** Whether a link is alive, has no option that ends or guards it, and leads to a destination. */
const isPlainTo = ({ gone, blocked, expiresAt, maxClicks, password, url }: DetailedLink, href: string): boolean =>
  [gone, blocked, expiresAt, maxClicks, password].every((value) => value === null) && toLocation(url) === href;

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
  const rows = await openPrimary(env.DB)
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
const listForgotten = (rows: readonly Existing[]): UnlessExists['forgotten'] =>
  rows
    .filter(({ made }, at) => made === null || made.gone === 'DELETED' || (at === 0 && rows.length === MAX_EXISTING))
    .map(({ code, createdAt }) => ({ code, createdAt }));

/**
 * Makes the link with an `externalId`, or changes it. Of concurrent calls one makes the link, and the others change it.
 * @param body a body of POST /v2/shorten; on a change an absent field stays, and null removes an option or a detail
 * @throws Refusal for the first broken rule of a creation
 */
export async function upsertLink(
  context: CreateContext,
  externalId: string,
  body: Record<string, unknown>,
): Promise<{ link: DetailedLink; isNew: boolean }> {
  const { env, now, policy } = context;
  const owner = ownerOfPolicy(policy);
  const request = readLinkRequest({ ...body, externalId }, policy);
  const named = body.externalId ?? externalId;
  if (named !== externalId) throw new Refusal('FIELD_INVALID', { detail: 'externalId must be that of the query' });
  for (let attempt = 1; ; attempt++) {
    try {
      const existing = await findByExternalId(env, owner, externalId);
      if (existing === null || isDead(existing, now)) {
        return { link: await createRequested(context, request, { takesOver: true }), isNew: true };
      }
      const edit = await makeEdit(env, existing, request, body, now);
      const link = await editLiving(env, owner, existing, edit, now);
      if (link !== null) return { link, isNew: false };
    } catch (error) {
      const hasLostRace = error instanceof Refusal && error.code === 'EXTERNAL_ID_TAKEN';
      if (!hasLostRace || attempt === MAX_ATTEMPTS || (await isBeyondReach(env, owner, externalId))) throw error;
    }
    if (attempt === MAX_ATTEMPTS) throw new Refusal('EXTERNAL_ID_TAKEN');
  }
}

/** Whether a link is made anew. A blocked link is changed, and stays blocked. */
const isDead = ({ gone, blocked, expiresAt }: Link, now: number): boolean =>
  blocked === null && (gone !== null || hasExpired(expiresAt, now));

const findByExternalId = (env: Env, owner: LinkOwner, externalId: string): Promise<DetailedLink | null> =>
  findHolder(env, owner.accountId, externalId, isOwnedBy(owner));

/**
 * Whether a link of another key has an `externalId`, so that a key for its own links can neither change nor take it.
 */
async function isBeyondReach(env: Env, { accountId, madeBy }: LinkOwner, externalId: string): Promise<boolean> {
  if (madeBy === null) return false;
  return (await findHolder(env, accountId, externalId, sql`${links.madeBy} IS NOT ${madeBy}`)) !== null;
}

/** Finds the link of an account that has an `externalId`, if it satisfies a condition on `links`. */
async function findHolder(
  env: Env,
  accountId: string,
  externalId: string,
  condition: SQL,
): Promise<DetailedLink | null> {
  const isOfLink = and(eq(linkDetails.code, links.code), eq(linkDetails.linkId, links.id));
  const [row] = await openPrimary(env.DB)
    .select(DETAILED_FIELDS)
    .from(linkDetails)
    .innerJoin(links, isOfLink)
    .where(
      and(
        eq(linkDetails.accountId, accountId),
        condition,
        eq(linkDetails.externalId, externalId),
        sql`${links.gone} IS NOT 'DELETED'`,
      ),
    );
  return row === undefined ? null : detailedLink(row);
}

/** The edit that gives a link the fields of a body. @throws Refusal for another alias, and for an unsafe destination */
async function makeEdit(
  env: Env,
  link: Link,
  { url, alias, expiresIn, maxClicks, password, details }: LinkRequest,
  body: Record<string, unknown>,
  now: number,
): Promise<CheckedEdit> {
  if (alias !== null && normalizeCode(alias) !== link.code)
    throw new Refusal('FIELD_INVALID', { detail: 'alias must be that of the link, which cannot change' });
  // If another call replaces the destination meanwhile, this edit restores the destination without a verdict.
  const threat = url === link.url ? 'pending' : await checkNewDestination(env, url, now);
  const all = { expiresIn, maxClicks, password, ...details };
  const sent = ['expiresIn', 'maxClicks', 'password', ...DETAILS] as const;
  const named = sent.filter((name) => name === 'externalId' || body[name] !== undefined);
  return { url, threat, keepsVerdict: true, ...Object.fromEntries(named.map((name) => [name, all[name] ?? null])) };
}
