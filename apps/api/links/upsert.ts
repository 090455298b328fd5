/** Makes or changes the link with an `externalId` (specification 7.7). */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { linkDetails, links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { checkNewDestination } from '#api/threats/check';
import { codeOf } from '#domain/codes';
import { hasExpired, type Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { type CreateContext, createRequested } from './create';
import { DETAILS } from './detail-fields';
import { editLiving } from './link-changes';
import { DETAILED_FIELDS, type DetailedLink, detailedLink } from './link-details';
import type { CheckedEdit } from './link-edit';
import { isLinkOf, type LinkOwner, ownerOfPolicy } from './link-owner';
import { type LinkRequest, readLinkRequest } from './link-request';

/**
 * How often a call tries. It tries again if another call has created or deleted the link, or changed its `externalId`,
 * at the same moment.
 */
const MAX_ATTEMPTS = 5;

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
      const edit = await editOf(env, existing, request, body, now);
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
  findHolder(env, owner.accountId, externalId, isLinkOf(owner));

/** Whether a link of another key has an `externalId`, so that a key for its own links can neither change nor take it. */
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
  const [row] = await primaryOf(env.DB)
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
async function editOf(
  env: Env,
  link: Link,
  { url, alias, expiresIn, maxClicks, password, details }: LinkRequest,
  body: Record<string, unknown>,
  now: number,
): Promise<CheckedEdit> {
  if (alias !== null && codeOf(alias) !== link.code)
    throw new Refusal('FIELD_INVALID', { detail: 'alias must be that of the link, which cannot change' });
  // If another call replaces the destination meanwhile, this edit restores the destination without a verdict.
  const threat = url === link.url ? 'pending' : await checkNewDestination(env, url, now);
  const all = { expiresIn, maxClicks, password, ...details };
  const sent = ['expiresIn', 'maxClicks', 'password', ...DETAILS] as const;
  const named = sent.filter((name) => name === 'externalId' || body[name] !== undefined);
  return { url, threat, keepsVerdict: true, ...Object.fromEntries(named.map((name) => [name, all[name] ?? null])) };
}
