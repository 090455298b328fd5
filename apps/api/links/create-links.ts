/** Making links: D1 first, whose primary key decides who owns a code, then the edge. */
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import type { Threat } from '#api/threats/check';
import { codeOf } from '#domain/codes';
import type { Link } from '#domain/link';
import type { Outcome } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { hashPassword } from '#secrets/password';
import { withRetry } from '#store/faults';
import { logFault } from '#store/log-fault';
import { putEntry } from '#store/publish';
import { clearMarks } from './clear-marks';
import type { GeneratedCodes } from './generated-code';
import { type InsertedLink, type Insertion, insertLinks, type WantedRow } from './insert-links';
import type { LinkRequest } from './link-request';

/** A link that may be made: every rule has been checked but whether its code is free. */
export type CheckedRequest = LinkRequest & { readonly threat: Threat; readonly generated: GeneratedCodes };

/**
 * Makes links and publishes their routes. Never looks before it writes: a generated code that is taken gives way to the next.
 * @param requests of one account, no two of them of one alias
 * @param isAtomic all of them, or none where one cannot be made
 * @returns each link, or the refusal ALIAS_TAKEN, IDEMPOTENCY_KEY_REUSED or BATCH_ABORTED
 * @throws Refusal KEY_INVALID where the account has been deleted meanwhile
 */
export async function createLinks(
  env: Env,
  requests: readonly CheckedRequest[],
  now: number,
  isAtomic: boolean,
): Promise<Outcome<Link>[]> {
  const used = new Set(requests.flatMap(({ alias }) => (alias === null ? [] : [codeOf(alias)])));
  const candidates = await Promise.all(requests.map((request) => candidateOf(env, request, used, now)));
  await insertWhereFree(env, candidates, now, isAtomic);
  await publish(
    env,
    candidates.flatMap(({ inserted }) => inserted ?? []),
    now,
  );
  return candidates.map(({ inserted, refusal }) => inserted?.link ?? refusal ?? new Refusal('BATCH_ABORTED'));
}

/** A link on its way into the database: it takes the first of its codes that is free. */
type Candidate = {
  row: WantedRow;
  readonly otherCodes: Iterator<string>;
  inserted: InsertedLink | null;
  refusal: Refusal | null;
};

/** @param used the codes that others of the same request want: each is wanted once */
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

/** Inserts candidates; those whose generated code is taken once more, under their next one. */
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
  if (insertion === 'reused') candidate.refusal = new Refusal('IDEMPOTENCY_KEY_REUSED');
  else if (insertion !== 'taken') candidate.inserted = insertion;
  else if (candidate.row.alias !== null) candidate.refusal = new Refusal('ALIAS_TAKEN');
  else candidate.row = { ...candidate.row, code: firstOf(candidate.otherCodes) };
}

/** A put that fails changes nothing: the first visit repairs it from D1, or the minute's cron where it was announced. */
async function publish(env: Env, inserted: readonly InsertedLink[], now: number): Promise<void> {
  const puts = await Promise.allSettled(inserted.map(({ link }) => putEntry(env, link, now)));
  for (const [index, put] of puts.entries()) {
    if (put.status === 'rejected') logFault(put.reason, { doing: 'put route', link: inserted[index]?.link.id ?? '' });
  }
  const announced = inserted.filter(({ isAnnounced }, index) => isAnnounced && puts[index]?.status === 'fulfilled');
  if (announced.length === 0) return;
  await clearMarks(
    env,
    announced.map(({ link }) => link),
    now,
  ).catch((error) => logFault(error, { doing: 'clear marks' }));
}
