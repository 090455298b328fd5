/** Connects the client that users install to a world. */
import type { Fetch, SwiftletOptions } from '#client/swiftlet';
import { Swiftlet } from '#client/swiftlet';
import { Tap } from './faults';
import type { World } from './world';

/** A fetch that calls a world's API worker through a tap. Its calls have names like `POST /v2/shorten`. */
const makeFetch =
  (world: World, tap = new Tap()): Fetch =>
  (url, { method = 'GET', ...init }) =>
    tap.through(
      `${method} ${new URL(url).pathname}`,
      () => world.call(method, url, init as never),
      init,
    ) as Promise<Response>;

/**
 * A client whose waits take no time. It records their milliseconds in `waits`, and passes them to `turnBy` if given.
 * @param options override the default options
 */
export function makeClient(
  world: World,
  key: string,
  { tap, turnBy, ...options }: Partial<SwiftletOptions> & { tap?: Tap; turnBy?: (ms: number) => void } = {},
) {
  const waits: number[] = [];
  let slept = 0;
  const client = new Swiftlet(
    { baseUrl: 'https://api.example.com', key, fetch: makeFetch(world, tap), ...options },
    {
      now: () => performance.now() + slept,
      random: () => 0.5,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        waits.push(ms);
        slept += ms;
        turnBy?.(ms);
      },
    },
  );
  return { client, waits };
}
