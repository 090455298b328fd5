/** Calls the statistics object of an account. */
import type { Env } from '#api/platform/env';
import { statisticsName } from '#domain/edge-entry';
import type { Statistics } from '#redirect/statistics';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';

/** Calls the object. The call may run twice. @throws ObjectUnreachable */
export const callStatistics = <Result>(
  env: Env,
  accountId: string,
  call: (object: DurableObjectStub<Statistics>) => Promise<Result>,
): Promise<Result> =>
  callObject(() => objectNamed(env, env.STATISTICS, statisticsName(accountId)), call, { repeatable: true });
