/** Creates links from request bodies, one or a batch, in the order of checks of specification 2.2. */
import { monthExceeded } from '#api/http/rate-limit';
import type { Env } from '#api/platform/env';
import { checkNewDestination, checkNewDestinations } from '#api/threats/check';
import { codeOf } from '#domain/codes';
import type { IdempotentRun } from '#domain/idempotency';
import type { Link } from '#domain/link';
import { acceptedOf, allOrNone, isRefused, type Outcome, outcomeOf, withAccepted } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { monthEndsAt } from '#domain/window';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { type CheckedRequest, createLinks } from './create-links';
import { generateCodes } from './generated-code';
import { type LinkPolicy, type LinkRequest, readLinkRequest } from './link-request';

/** Everything that a creation needs besides the body. */
type CreateContext = {
  readonly env: Env;
  readonly now: number;
  readonly requestId: string;
  readonly policy: LinkPolicy;
  /** Name of the KeyMeter that counts the links. */
  readonly meterName: string;
  /** Null if the request has no Idempotency-Key. */
  readonly run: IdempotentRun | null;
};

/** What the Hono contexts of the API and of the console have in common. */
type DoorContext = { readonly env: Env; readonly var: { readonly now: number; readonly requestId: string } };

/** The part of a CreateContext that each caller has of its own. */
type Caller = { readonly meterName: string; readonly run?: IdempotentRun | undefined };

/** @param c the Hono context of the API or of the console */
export function createContext(c: DoorContext, policy: LinkPolicy, caller: Caller): CreateContext {
  const { now, requestId } = c.var;
  return { env: c.env, now, requestId, policy, meterName: caller.meterName, run: caller.run ?? null };
}

/** Creates the link of one body of POST /v2/shorten. @throws Refusal for the first rule that is broken */
export async function createLink(context: CreateContext, body: Record<string, unknown>): Promise<Link> {
  const { env, now, policy, run } = context;
  const request = readLinkRequest(body, policy);
  const threat = await checkNewDestination(env, request.url, now);
  const [created] = await createWithinQuota(context, [{ ...request, threat, generated: generateCodes(run, 0) }], false);
  return acceptedOf(created as Outcome<Link>);
}

/** A body of POST /v2/shorten, or the refusal of an item that is no such body. */
export type Item = Outcome<Record<string, unknown>>;

/**
 * Creates a link from each body. An item that one rule refuses is not checked by the next rules, and charges nothing.
 * @param isAtomic create all links, or none if one item is refused; the other items are BATCH_ABORTED then
 * @returns the link of each item, or its refusal
 */
export async function createBatch(
  context: CreateContext,
  items: readonly Item[],
  isAtomic: boolean,
): Promise<Outcome<Link>[]> {
  const { env, now } = context;
  const requests = items.map((item, place) => readItem(context, item, place));
  const checked = await withAccepted(requests, (accepted) => checkNewDestinations(env, accepted, now));
  const wanted = onePerAlias(checked);
  return withAccepted(isAtomic ? allOrNone(wanted) : wanted, (accepted) =>
    createWithinQuota(context, accepted, isAtomic),
  );
}

type BatchedRequest = LinkRequest & Pick<CheckedRequest, 'generated'>;

function readItem({ policy, run }: CreateContext, item: Item, place: number): Outcome<BatchedRequest> {
  if (isRefused(item)) return item;
  return outcomeOf(() => ({ ...readLinkRequest(item, policy), generated: generateCodes(run, place) }));
}

/** Of several items with the same alias the first keeps it; the others are ALIAS_TAKEN (specification 7.2). */
function onePerAlias(requests: readonly Outcome<CheckedRequest>[]): Outcome<CheckedRequest>[] {
  const wanted = new Set<string>();
  return requests.map((request) => {
    if (isRefused(request) || request.alias === null) return request;
    const code = codeOf(request.alias);
    if (wanted.has(code)) return new Refusal('ALIAS_TAKEN');
    wanted.add(code);
    return request;
  });
}

/**
 * Creates as many of the links as the month's quota has room for (specification 4.5). It charges the quota first, and
 * refunds the links that were not created.
 * @returns the link of each request, or its refusal: LINKS_EXCEEDED for those beyond the quota
 */
async function createWithinQuota(
  context: CreateContext,
  requests: readonly CheckedRequest[],
  isAtomic: boolean,
): Promise<Outcome<Link>[]> {
  const { env, now, policy } = context;
  if (policy.linkQuota === null) return createLinks(env, requests, now, isAtomic);

  const charge = await chargeLinks(context, requests.length, policy.linkQuota);
  const fitting = requests.slice(0, charge.granted);
  let created = 0;
  try {
    const outcomes =
      isAtomic && fitting.length < requests.length
        ? fitting.map(() => new Refusal('BATCH_ABORTED'))
        : await createLinks(env, fitting, now, isAtomic);
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

/** Refunds links to their meter. A refund that fails is only logged: the caller still gets the outcome of the links. */
const refundLinks = ({ env, meterName, requestId }: CreateContext, links: number, month: number) =>
  callObject(
    () => objectNamed(env, env.KEYS, meterName),
    async (meter) => await meter.refundLinks(links, month),
  ).catch((away) => logFault(away, { doing: 'refund links', requestId }));
