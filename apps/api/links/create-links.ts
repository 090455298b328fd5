/** Creates links: first the rows in D1, whose primary key decides who owns a code, then the edge entries in KV. */
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import type { Threat } from '#api/threats/check';
import { codeOf } from '#domain/codes';
import type { ErrorCode } from '#domain/errors';
import { LINKS_CREATED } from '#domain/metrics';
import type { Outcome } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { hashPassword } from '#secrets/password';
import { withRetry } from '#store/faults';
import { logFault } from '#store/log-fault';
import { countUp } from '#store/metrics';
import { putEntry } from '#store/publish';
import { clearMarksOfReused } from './clear-marks';
import type { GeneratedCodes } from './generated-code';
import { type InsertedLink, type Insertion, insertLinks, type RowToInsert } from './insert-links';
import type { UnlessExists } from './insert-parts';
import type { DetailedLink } from './link-details';
import type { LinkRequest } from './link-request';

/** A request for a link that has passed all checks but those of the insert: whether its code and its id are free. */
export type CheckedRequest = LinkRequest & {
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
export async function createLinks(
  env: Env,
  requests: readonly CheckedRequest[],
  now: number,
  isAtomic: boolean,
): Promise<Outcome<DetailedLink>[]> {
  const used = new Set(requests.flatMap(({ alias }) => (alias === null ? [] : [codeOf(alias)])));
  const candidates = await Promise.all(requests.map((request) => candidateOf(env, request, used, now)));
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
async function candidateOf(
  env: Env,
  { expiresIn, password, generated, ...same }: CheckedRequest,
  used: Set<string>,
  now: number,
): Promise<Candidate> {
  const codes = same.alias === null ? unusedOf(generated.codes, used) : [codeOf(same.alias)].values();
  const row = {
    ...same,
    id: generated.id,
    code: firstOf(codes),
    expiresAt: expiresIn === null ? null : now + expiresIn * 1000,
    password: password === null ? null : await hashPassword(password, configOf(env).peppers),
  };
  return { row, otherCodes: codes, inserted: null, refusal: null };
}

function* unusedOf(codes: Iterable<string>, used: Set<string>): Generator<string> {
  for (const code of codes) {
    if (used.has(code)) continue;
    used.add(code);
    yield code;
  }
}

function firstOf(codes: Iterator<string>): string {
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
  else candidate.row = { ...candidate.row, code: firstOf(candidate.otherCodes) };
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
