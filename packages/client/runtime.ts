/** Time and chance, which tests replace. */
export type Runtime = {
  /** Milliseconds since any moment; they only grow. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Rejects with the signal's reason as soon as it is aborted. */
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
