/** Calls the statistics object of an account. */
import type { Env } from '#api/platform/env';
import { statisticsName } from '#domain/edge-entry';
import type { Statistics } from '#redirect/statistics';
import { callObject, ObjectUnreachable } from '#store/object-call';
import { objectNamed } from '#store/object-named';

type Call<Result> = (object: DurableObjectStub<Statistics>) => Promise<Result>;

/** Calls the object. The call may run twice. @throws ObjectUnreachable */
export const callStatistics = <Result>(env: Env, accountId: string, call: Call<Result>): Promise<Result> =>
  callObject(() => objectNamed(env, env.STATISTICS, statisticsName(accountId)), call, { repeatable: true });

/**
 * Calls a method that the redirect worker has since 0.16. Returns null if the redirect worker is older than this
 * worker, as during a rollback in the wrong order (docs/adr/0051).
 * @throws ObjectUnreachable
 */
export async function callNewStatistics<Result>(
  env: Env,
  accountId: string,
  call: Call<Result>,
): Promise<Result | null> {
  try {
    return await callStatistics(env, accountId, call);
  } catch (error) {
    if (error instanceof ObjectUnreachable && lacksMethod(error.cause)) return null;
    throw error;
  }
}

/** The words of workerd for a method that the class of an object does not have. */
const lacksMethod = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.startsWith('The RPC receiver does not implement');
