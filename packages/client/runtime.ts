/** Time and random numbers, which tests replace. */
export type Runtime = {
  /** The milliseconds of a monotonic clock. */
  now(): number;
  /** A random number, at least 0 and less than 1. */
  random(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
};

export const RUNTIME: Runtime = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
