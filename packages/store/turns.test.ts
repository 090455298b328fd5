/** Lookups wait for their turns of both networks. */
import { afterEach, expect, it, vi } from 'vitest';
import { TimedOut } from './time-limit';
import { inTurn } from './turns';

afterEach(() => vi.useRealTimers());

it('a lookup waits five seconds for its turns of both networks in all', async () => {
  vi.useFakeTimers();
  const env = {};
  const ctx = { waitUntil: () => undefined };
  const end = Promise.withResolvers<void>();
  const lookUp = (network: string, work = () => end.promise) =>
    inTurn(env, ctx, { network, wideNetwork: 'wide' }, work);
  // Ten networks use up the turns of their wide network; an eleventh has ten lookups that wait for one.
  const all = Array.from({ length: 110 }, (_, i) => lookUp(`network ${Math.floor(i / 10)}`));
  const settled = Promise.allSettled(all);
  await vi.advanceTimersByTimeAsync(3_000);
  const late = lookUp('network 10').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_999);
  const isDone = vi.fn();
  void late.then(isDone);
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone).toHaveBeenCalledWith(expect.any(TimedOut));
  end.resolve();
  expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(10);
});
