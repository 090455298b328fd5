/** Two things end a call before its response: the signal of its caller, and a time limit. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Fetch, Swiftlet, SwiftletConnectionError, type SwiftletOptions, SwiftletTimeoutError } from './swiftlet';
import { RUNTIME } from './transport';

const url = 'https://example.com/';

/** A fetch that never responds, and rejects once its signal is aborted. */
const hanging: Fetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

const failing: Fetch = async () => new Response('', { status: 502 });

const makeClient = (fetch: Fetch, options: Partial<SwiftletOptions> = {}) =>
  new Swiftlet(
    { baseUrl: 'https://api.example.com', key: 'sl_any', fetch, ...options },
    { ...RUNTIME, random: () => 1 },
  );

/** Watches a signal. The returned function gives the number of listeners that were added since and not removed. */
const countListeners = (signal: AbortSignal) => {
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  return () => added.mock.calls.length - removed.mock.calls.length;
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a signal', () => {
  it('ends a running request, and the call rejects with the reason of the signal', async () => {
    const controller = new AbortController();
    const call = makeClient(hanging).shorten({ url }, { signal: controller.signal });
    const reason = new Error('the user went away');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('ends a wait, and the call sends nothing after it', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(failing);
    const controller = new AbortController();
    const call = makeClient(fetch).shorten({ url }, { signal: controller.signal });
    const reason = new Error('the user went away');
    const outcome = expect(call).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    await outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('keeps a call from sending anything if it was aborted before', async () => {
    const fetch = vi.fn(failing);
    const call = makeClient(fetch).usage({ signal: AbortSignal.abort('over') });
    await expect(call).rejects.toBe('over');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('ends the reading of a list', async () => {
    const controller = new AbortController();
    const page: Fetch = async () => Response.json({ links: [{}], nextCursor: 'more' });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const link of makeClient(page).links({}, { signal: controller.signal })) {
        seen.push(link);
        if (seen.length === 3) controller.abort('enough');
      }
    })();
    await expect(reading).rejects.toBe('enough');
    expect(seen).toHaveLength(3);
  });

  it('has no listener of a call after the call has ended', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const listeners = countListeners(signal);
    const call = makeClient(failing).usage({ signal });
    const outcome = expect(call).rejects.toMatchObject({ status: 502, tries: 4 });
    await vi.advanceTimersByTimeAsync(60_000);
    await outcome;
    expect(listeners()).toBe(0);
  });
});

describe('a time limit', () => {
  it('ends an attempt after timeoutMs, and the next attempt begins', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(hanging);
    const call = makeClient(fetch, { timeoutMs: 1_000, retries: 1 }).shorten({ url });
    const outcome = call.catch((error) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_251);
    const error = await outcome;
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(error).toBeInstanceOf(SwiftletTimeoutError);
    expect(error).toBeInstanceOf(SwiftletConnectionError);
    expect(error).toMatchObject({ name: 'SwiftletTimeoutError', tries: 2 });
    expect(error.message).toBe('POST /v2/shorten: no answer within 1000 ms');
  });

  it('ends the whole call at its deadline', async () => {
    vi.useFakeTimers();
    const outcome = makeClient(hanging, { timeoutMs: 4_000, deadlineMs: 10_000, retries: 9 })
      .usage()
      .catch((error) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      name: 'SwiftletTimeoutError',
      message: expect.stringMatching(/^GET \/v2\/usage: no answer within \d+ ms$/),
      tries: 3,
    });
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])(
    'of %d ms, longer than a timer can be, does not end the call at once',
    async (forever) => {
      vi.useFakeTimers();
      const seen = vi.fn();
      const controller = new AbortController();
      const call = makeClient(hanging, { timeoutMs: forever, deadlineMs: forever }).usage({
        signal: controller.signal,
      });
      call.catch(seen);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(seen).not.toHaveBeenCalled();
      controller.abort('enough');
      await expect(call).rejects.toBe('enough');
    },
  );

  it('leaves no timer if it was not reached', async () => {
    vi.useFakeTimers();
    await makeClient(async () => Response.json({})).usage();
    expect(vi.getTimerCount()).toBe(0);
  });
});
