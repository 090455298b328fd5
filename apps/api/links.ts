/** Making links: D1 first, whose primary key decides who owns a code, then the edge. */
import { codeOf } from '#domain/codes';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { hashPassword } from '#secrets/password';
import { databaseFor } from '#store/database';
import { withRetry } from '#store/faults';
import { findLink } from '#store/find-link';
import { publishAnnounced, putRoute } from '#store/publish';
import { pepperOf } from './config';
import { type Draw, isSameDraw } from './draw';
import type { Env } from './env';
import { type InsertValues, insertLinkStatement } from './insert-link';
import { logFault } from './log';
import type { Threat } from './threats/vet';

/** A link that may be made: every rule has been checked but whether its code is free. */
export type LinkRequest = {
  readonly accountId: string;
  readonly url: string;
  readonly alias: string | null;
  /** Seconds. */
  readonly expiresIn: number | null;
  readonly maxClicks: number | null;
  /** As sent; only its hash is kept. */
  readonly password: string | null;
};

/** The same with the judgement of its destination. */
export type VettedRequest = LinkRequest & { readonly threat: Threat };

/**
 * Makes a link and publishes its route. Never looks before it writes: a generated code that is taken is drawn again.
 * A put that fails changes nothing: the first visit repairs it from D1.
 * @throws Refusal ALIAS_TAKEN
 */
export async function createLink(env: Env, request: VettedRequest, draw: Draw, now: number): Promise<Link> {
  const link = await insertLink(env, await rowOf(env, request, draw, now), draw);
  // A row of a first version was never published before; one that was taken again is announced and marked.
  const publish = link.version === 1 ? putRoute : publishAnnounced;
  await publish(env, link, now).catch((error) => logFault(error, { doing: 'put route', link: link.id }));
  return link;
}

type Row = Omit<InsertValues, 'code'>;

async function rowOf(env: Env, request: VettedRequest, { id }: Draw, now: number): Promise<Row> {
  const { expiresIn, password, ...same } = request;
  return {
    ...same,
    id,
    expiresAt: expiresIn === null ? null : now + expiresIn * 1000,
    password: password === null ? null : await hashPassword(password, pepperOf(env)),
    now,
    mayRetake: Number(request.alias !== null),
  };
}

async function insertLink(env: Env, row: Row, draw: Draw): Promise<Link> {
  for (const code of row.alias === null ? draw.codes : [codeOf(row.alias)]) {
    const link = await insertUnder(env, { ...row, code }, draw.isShared);
    if (link !== null) return link;
  }
  if (row.alias !== null) throw new Refusal('ALIAS_TAKEN');
  throw new Error('Every code that was drawn is taken');
}

/** Inserts under one code. It may meet the row of another try, or of another run under its Idempotency-Key: then it is ours. */
async function insertUnder(env: Env, values: InsertValues, isShared: boolean): Promise<Link | null> {
  const db = databaseFor(env, values.code);
  return withRetry(async (attempt) => {
    const [link] = await insertLinkStatement(db).all(values);
    if (link !== undefined) return link;
    return isShared || attempt > 1 ? readOwn(env, values) : null;
  });
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSED when the row was made by another body under the same Idempotency-Key */
async function readOwn(env: Env, { code, id }: InsertValues): Promise<Link | null> {
  const link = await findLink(env, code);
  if (link?.id === id) return link;
  if (link !== null && isSameDraw(link.id, id)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return null;
}
