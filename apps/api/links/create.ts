/**
 * Creates a link or a batch of links from request bodies. The checks have the order of specification 2.2. The primary
 * key of the rows in D1 decides who owns a code; the entries in KV follow.
 */
import { monthExceeded } from '#api/http/headers';
import { type Env, parseConfig } from '#api/platform/env';
import { checkNewDestination, checkNewDestinations, type Threat } from '#api/threats/check';
import type { ErrorCode } from '#domain/errors';
import type { IdempotentRun } from '#domain/idempotency';
import { monthEndsAt } from '#domain/meter';
import { LINKS_CREATED } from '#domain/metrics';
import { allOrNone, catchRefusal, getAccepted, isRefused, type Outcome, Refusal, withAccepted } from '#domain/refusal';
import { normalizeCode } from '#domain/short-address';
import { hashPassword } from '#secrets/password';
import { logFault, withRetry } from '#store/faults';
import { countUp } from '#store/metrics';
import { callObject, objectNamed } from '#store/objects';
import { putEntry } from '#store/publish';
import { type GeneratedCodes, generateCodes } from './generated-code';
import type { UnlessExists } from './insert-details';
import { type InsertedLink, type Insertion, insertLinks, type RowToInsert } from './insert-links';
import type { DetailedLink } from './link-details';
import { type LinkPolicy, type LinkRequest, readLinkRequest } from './link-request';
import { clearMarksOfReused } from './propagate';

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
  return getAccepted(created as Outcome<DetailedLink>);
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
    firstOfEach(checked, ({ alias }) => alias && normalizeCode(alias), 'ALIAS_TAKEN'),
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
  return catchRefusal(() => ({ ...readLinkRequest(item, policy), generated: generateCodes(run, index) }));
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

/** A request for a link that has passed all checks but those of the insert: whether its code and its id are free. */
type CheckedRequest = LinkRequest & {
  readonly threat: Threat;
  readonly generated: GeneratedCodes;
  readonly takesOver?: boolean;
  readonly unlessExists?: UnlessExists | undefined;
};

/**
 * Creates links, and publishes their edge entries. It does not read a code before the insert. If a generated code is
 * taken, it inserts the link again with the next code.
 * @param requests requests of one account, with different aliases and different `externalId`s
 * @param isAtomic create all links, or none if one of them cannot be created
 * @returns the link of each request, or its refusal: ALIAS_TAKEN, EXTERNAL_ID_TAKEN, TAGS_EXCEEDED,
 *   IDEMPOTENCY_KEY_REUSED or BATCH_ABORTED
 * @throws Refusal KEY_INVALID if the account was deleted meanwhile
 */
async function createLinks(
  env: Env,
  requests: readonly CheckedRequest[],
  now: number,
  isAtomic: boolean,
): Promise<Outcome<DetailedLink>[]> {
  const used = new Set(requests.flatMap(({ alias }) => (alias === null ? [] : [normalizeCode(alias)])));
  const candidates = await Promise.all(requests.map((request) => makeCandidate(env, request, used, now)));
  await insertWhereFree(env, candidates, now, isAtomic);
  const inserted = candidates.flatMap((candidate) => candidate.inserted ?? []);
  countUp(env, LINKS_CREATED, inserted.length);
  await publish(env, inserted, now);
  return candidates.map(({ inserted, refusal }) => inserted?.link ?? refusal ?? new Refusal('BATCH_ABORTED'));
}

/** A link to insert, with the first of its codes that is free. */
type Candidate = {
  row: RowToInsert;
  readonly otherCodes: Iterator<string>;
  inserted: InsertedLink | null;
  refusal: Refusal | null;
};

/** Returns the candidate of a request, and adds its codes to `used`. @param used the codes that other candidates try */
async function makeCandidate(
  env: Env,
  { expiresIn, password, generated, ...same }: CheckedRequest,
  used: Set<string>,
  now: number,
): Promise<Candidate> {
  const codes = same.alias === null ? skipUsed(generated.codes, used) : [normalizeCode(same.alias)].values();
  const row = {
    ...same,
    id: generated.id,
    code: takeFirst(codes),
    expiresAt: expiresIn === null ? null : now + expiresIn * 1000,
    password: password === null ? null : await hashPassword(password, parseConfig(env).peppers),
  };
  return { row, otherCodes: codes, inserted: null, refusal: null };
}

function* skipUsed(codes: Iterable<string>, used: Set<string>): Generator<string> {
  for (const code of codes) {
    if (used.has(code)) continue;
    used.add(code);
    yield code;
  }
}

function takeFirst(codes: Iterator<string>): string {
  const { value, done } = codes.next();
  if (done) throw new Error('Every code that was generated is taken');
  return value;
}

/** Inserts the candidates. A candidate whose generated code is taken is inserted again with its next code. */
async function insertWhereFree(env: Env, candidates: readonly Candidate[], now: number, isAtomic: boolean) {
  for (let open = candidates; open.length > 0; open = open.filter(isOpen)) {
    const rows = open.map(({ row }) => row);
    const insertions = await withRetry(() => insertLinks(env.DB, rows, now, isAtomic));
    for (const [index, candidate] of open.entries()) settle(candidate, insertions[index] ?? 'held back');
    if (isAtomic && open.some(({ refusal }) => refusal !== null)) return;
  }
}

const isOpen = ({ inserted, refusal }: Candidate): boolean => inserted === null && refusal === null;

function settle(candidate: Candidate, insertion: Insertion): void {
  if (insertion === 'held back') return;
  if (typeof insertion === 'object') candidate.inserted = insertion;
  else if (insertion !== 'taken') candidate.refusal = new Refusal(REFUSALS[insertion]);
  else if (candidate.row.alias !== null) candidate.refusal = new Refusal('ALIAS_TAKEN');
  else candidate.row = { ...candidate.row, code: takeFirst(candidate.otherCodes) };
}

const REFUSALS = {
  reused: 'IDEMPOTENCY_KEY_REUSED',
  'external id taken': 'EXTERNAL_ID_TAKEN',
  'too many tags': 'TAGS_EXCEEDED',
  // `shortenUnlessExists` finds the other link, and responds with it.
  exists: 'LINK_CHANGED',
} as const satisfies Record<string, ErrorCode>;

/**
 * Puts the edge entries. A failed put is logged. The cron repeats it if it was announced; otherwise the first visit
 * puts the entry.
 */
async function publish(env: Env, inserted: readonly InsertedLink[], now: number): Promise<void> {
  const puts = await Promise.allSettled(inserted.map(({ link }) => putEntry(env, link, now)));
  for (const [index, put] of puts.entries()) {
    if (put.status === 'rejected') logFault(put.reason, { doing: 'put entry', link: inserted[index]?.link.id ?? '' });
  }
  const announced = inserted.filter(({ isAnnounced }, index) => isAnnounced && puts[index]?.status === 'fulfilled');
  if (announced.length === 0) return;
  await clearMarksOfReused(
    env,
    announced.map(({ link }) => link),
    now,
  ).catch((error) => logFault(error, { doing: 'clear marks' }));
}
