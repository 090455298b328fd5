/**
 * Turns of lookups that anybody can cause: of one network an isolate runs a few at a time, and the others wait. So a
 * burst ends when its network's limit is known to be reached, and not before all of it has been looked up.
 */
import type { Networks } from '#secrets/client-address';
import { withinMs } from './faults';
import { perIsolate } from './isolate';

/** How many lookups of a network, and of a wide network, an isolate runs at a time. */
const AT_ONCE = { network: 10, wideNetwork: 100 } as const;
/** How long a lookup waits for its turns of both networks, in all. */
const WAIT_MS = 5_000;

type Queue = { running: number; readonly waiting: Set<() => void> };

const queuesOf = perIsolate(() => new Map<string, Queue>());

/**
 * Runs `work` in the turn of its network. The work of a client without an address does not wait.
 * @param ctx keeps the turn alive until the work has ended, even if the client leaves
 * @throws TimedOut after five seconds without a turn; what `work` throws
 */
export async function runInTurn<T>(
  env: object,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
  networks: Networks,
  work: () => Promise<T>,
): Promise<T> {
  if (networks.network === '') return work();
  const queues = queuesOf(env);
  const until = Date.now() + WAIT_MS;
  const run = takeTurn(queues, networks.network, AT_ONCE.network, until, () =>
    takeTurn(queues, networks.wideNetwork, AT_ONCE.wideNetwork, until, work),
  );
  ctx.waitUntil(run.catch(() => undefined));
  return run;
}

/**
 * Runs `work` as one of at most `limit` of this name.
 * @param until the end of the wait for a turn, epoch milliseconds
 */
async function takeTurn<T>(
  queues: Map<string, Queue>,
  name: string,
  limit: number,
  until: number,
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(name) ?? { running: 0, waiting: new Set() };
  queues.set(name, queue);
  if (queue.running < limit) queue.running += 1;
  else await waitForTurn(queue, until - Date.now());
  try {
    return await work();
  } finally {
    const [next] = queue.waiting;
    if (next !== undefined) {
      queue.waiting.delete(next); // it gets this turn
      next();
    } else if (--queue.running === 0) queues.delete(name);
  }
}

/** Waits for a turn that another run passes on. @throws TimedOut */
async function waitForTurn({ waiting }: Queue, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.add(resolve);
  try {
    await withinMs(ms, promise);
  } finally {
    waiting.delete(resolve);
  }
}

/**
 * Runs `act` for each item, at most `atOnce` at a time. A failure stops no other item.
 * @returns the outcome of each item, in their order
 */
export async function settleAll<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  // The workers share one iterator, so each item is taken once.
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) [outcomes[index]] = await Promise.allSettled([act(item)]);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return outcomes;
}
