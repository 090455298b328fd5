/** Time and random numbers, which tests replace. */
export type Runtime = {
  /** Milliseconds since some moment. They never decrease. */
  now(): number;
  /** A random number from 0 to 1. */
  random(): number;
  /** Waits, and rejects with the signal's reason as soon as the signal is aborted. */
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
