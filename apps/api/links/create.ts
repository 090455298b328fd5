/** Creates a link or a batch of links from request bodies. The checks have the order of specification 2.2. */
import { monthExceeded } from '#api/http/rate-limit';
import type { Env } from '#api/platform/env';
import { checkNewDestination, checkNewDestinations } from '#api/threats/check';
import { codeOf } from '#domain/codes';
import type { ErrorCode } from '#domain/errors';
import type { IdempotentRun } from '#domain/idempotency';
import { acceptedOf, allOrNone, isRefused, type Outcome, outcomeOf, withAccepted } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { monthEndsAt } from '#domain/window';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { type CheckedRequest, createLinks } from './create-links';
import { generateCodes } from './generated-code';
import type { DetailedLink } from './link-details';
import { type LinkPolicy, type LinkRequest, readLinkRequest } from './link-request';

/** The arguments of a creation besides the body. */
export type CreateContext = {
  readonly env: Env;
  readonly now: number;
  readonly requestId: string;
  readonly policy: LinkPolicy;
  /** The name of the KeyMeter that counts the links. */
  readonly meterName: string;
  /** Null if the request has no Idempotency-Key. */
  readonly run: IdempotentRun | null;
};

/** The part that the Hono contexts of the API and of the console have in common. */
type RequestContext = { readonly env: Env; readonly var: { readonly now: number; readonly requestId: string } };

/** The part of a CreateContext that differs between the API and the console. */
type Caller = { readonly meterName: string; readonly run?: IdempotentRun | undefined };

/** @param c the Hono context of the API or of the console */
export function createContext(c: RequestContext, policy: LinkPolicy, caller: Caller): CreateContext {
  const { now, requestId } = c.var;
  return { env: c.env, now, requestId, policy, meterName: caller.meterName, run: caller.run ?? null };
}

/** Creates a link from a body of POST /v2/shorten. @throws Refusal for the first broken rule */
export const createLink = async (context: CreateContext, body: Record<string, unknown>): Promise<DetailedLink> =>
  createRequested(context, readLinkRequest(body, context.policy));

/**
 * Creates a link from a body that has been read.
 * @param more whether a dead link hands its `externalId` over, and the condition of `ifExists=return`
 * @throws Refusal for the first broken rule
 */
export async function createRequested(
  context: CreateContext,
  request: LinkRequest,
  more: Pick<CheckedRequest, 'takesOver' | 'unlessExists'> = {},
): Promise<DetailedLink> {
  const { env, now, run } = context;
  const threat = await checkNewDestination(env, request.url, now);
  const [created] = await createWithinQuota(
    context,
    [{ ...request, threat, generated: generateCodes(run, 0), ...more }],
    false,
  );
  return acceptedOf(created as Outcome<DetailedLink>);
}

/** An item of a batch: a body of POST /v2/shorten, or the refusal of an item that is not a JSON object. */
export type Item = Outcome<Record<string, unknown>>;

/**
 * Creates a link from each item. A refused item skips the later checks, and is not charged.
 * @param isAtomic whether one refused item prevents every creation. The other items then get BATCH_ABORTED.
 * @returns the link of each item, or its refusal
 */
export async function createBatch(
  context: CreateContext,
  items: readonly Item[],
  isAtomic: boolean,
): Promise<Outcome<DetailedLink>[]> {
  const { env, now } = context;
  const requests = items.map((item, index) => readItem(context, item, index));
  const checked = await withAccepted(requests, (accepted) => checkNewDestinations(env, accepted, now));
  const unique = firstOfEach(
    firstOfEach(checked, ({ alias }) => alias && codeOf(alias), 'ALIAS_TAKEN'),
    ({ details }) => details?.externalId ?? null,
    'EXTERNAL_ID_TAKEN',
  );
  return withAccepted(isAtomic ? allOrNone(unique) : unique, (accepted) =>
    createWithinQuota(context, accepted, isAtomic),
  );
}

type BatchedRequest = LinkRequest & Pick<CheckedRequest, 'generated'>;

function readItem({ policy, run }: CreateContext, item: Item, index: number): Outcome<BatchedRequest> {
  if (isRefused(item)) return item;
  return outcomeOf(() => ({ ...readLinkRequest(item, policy), generated: generateCodes(run, index) }));
}

/**
 * Of several items with the same alias, or the same `externalId`, accepts only the first (specification 7.2).
 * @param nameOf returns the alias or the `externalId`; null for an item without one
 * @param taken the refusal of the other items
 */
function firstOfEach(
  requests: readonly Outcome<CheckedRequest>[],
  nameOf: (request: CheckedRequest) => string | null,
  taken: ErrorCode,
): Outcome<CheckedRequest>[] {
  const seen = new Set<string>();
  return requests.map((request) => {
    const name = isRefused(request) ? null : nameOf(request);
    if (name === null) return request;
    if (seen.has(name)) return new Refusal(taken);
    seen.add(name);
    return request;
  });
}

/**
 * Creates the links, up to the rest of the month's quota (specification 4.5). It charges the quota first, and refunds
 * the links that were not created.
 * @returns the link of each request, or its refusal: LINKS_EXCEEDED for a request beyond the quota
 */
async function createWithinQuota(
  context: CreateContext,
  requests: readonly CheckedRequest[],
  isAtomic: boolean,
): Promise<Outcome<DetailedLink>[]> {
  const { env, now, policy } = context;
  if (policy.linkQuota === null) return createLinks(env, requests, now, isAtomic);

  const charge = await chargeLinks(context, requests.length, policy.linkQuota);
  const withinQuota = requests.slice(0, charge.granted);
  let created = 0;
  try {
    const outcomes =
      isAtomic && withinQuota.length < requests.length
        ? withinQuota.map(() => new Refusal('BATCH_ABORTED'))
        : await createLinks(env, withinQuota, now, isAtomic);
    created = outcomes.filter((outcome) => !isRefused(outcome)).length;
    const exceeded = monthExceeded('LINKS_EXCEEDED', monthEndsAt(charge.month), now);
    return [...outcomes, ...requests.slice(charge.granted).map(() => exceeded)];
  } finally {
    if (created < charge.granted) await refundLinks(context, charge.granted - created, charge.month);
  }
}

const chargeLinks = ({ env, meterName }: CreateContext, links: number, quota: number) =>
  callObject(
    () => objectNamed(env, env.KEYS, meterName),
    async (meter) => await meter.chargeLinks(links, quota),
  );

/** Refunds links. A refund that fails is only logged, so that the caller still gets the outcome of the links. */
const refundLinks = ({ env, meterName, requestId }: CreateContext, links: number, month: number) =>
  callObject(
    () => objectNamed(env, env.KEYS, meterName),
    async (meter) => await meter.refundLinks(links, month),
  ).catch((error) => logFault(error, { doing: 'refund links', requestId }));
