/** Calls of KV whose failure the caller cannot make up for. */
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/log-fault';

const RETRY_AFTER_SECONDS = 5;

/** Returns what KV answers. @throws Refusal OVERLOADED if KV fails: a later call may succeed */
export async function kvAnswer<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    logFault(error, { doing: 'read KV' });
    throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
  }
}
