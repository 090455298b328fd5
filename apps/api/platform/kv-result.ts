/** Turns a failed call of KV into a refusal, for callers that cannot go on without its result. */
import { overloaded } from '#domain/refusal';
import { logFault } from '#store/faults';

/** Returns the result of a call of KV. @throws Refusal OVERLOADED if the call fails, because a later one may succeed */
export async function kvResult<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    logFault(error, { doing: 'read KV' });
    throw overloaded();
  }
}
