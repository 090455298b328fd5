/** The time limit of one attempt. */

/** The longest time of a timer. A timer that is set for longer fires at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Makes a signal that is aborted after a time, or together with `outer`. With AbortSignal.any and AbortSignal.timeout a
 * long-lived `outer` would keep every such signal in memory (github.com/nodejs/node/issues/54614).
 */
export function timeLimit(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  const abortWithOuter = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', abortWithOuter);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abortWithOuter);
    },
  };
}
