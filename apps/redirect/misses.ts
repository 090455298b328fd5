/** Guessing codes: more than a hundred misses a minute from one address are answered 429 (answers, section 14). */
import { networkOf } from '#secrets/client-address';
import type { Env } from './env';

/** An address that was refused is refused without asking D1 for this long. */
const REFUSED_MS = 10_000;
const MAX_ADDRESSES = 1_000;

const refused = new WeakMap<Env, Map<string, number>>();

const clientOf = (request: Request): string | null => networkOf(request.headers.get('CF-Connecting-IP') ?? '') || null;

/** Whether this client was refused a moment ago. A request without an address is not limited. */
export function isRefused(request: Request, env: Env, now: number): boolean {
  const client = clientOf(request);
  return client !== null && now < (refused.get(env)?.get(client) ?? 0);
}

/** Counts a miss of this client. False when it has had too many. */
export async function mayMiss(request: Request, env: Env, now: number): Promise<boolean> {
  const client = clientOf(request);
  if (client === null) return true;
  // A limiter that is away must not turn a 404 into a fault.
  const { success } = await env.MISSES.limit({ key: client }).catch(() => ({ success: true }));
  if (!success) noteRefused(client, env, now);
  return success;
}

function noteRefused(client: string, env: Env, now: number): void {
  const clients = refused.get(env) ?? new Map<string, number>();
  if (clients.size >= MAX_ADDRESSES) clients.clear();
  clients.set(client, now + REFUSED_MS);
  refused.set(env, clients);
}
