/** How long a try may take. */

/** Timers that are set for longer ring at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * A signal that ends after a time, or with another one. AbortSignal.any and AbortSignal.timeout would do, but a signal
 * that lives on then remembers every call it was ever given to (github.com/nodejs/node/issues/54614).
 */
export function timeLimit(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  const follow = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
