/** Counts the open tasks of a worker in this isolate: requests without a response, and `waitUntil` work after one. */

let open = 0;
let isGoing = false;

/** Counts a task as open. @returns a function to call once, at its end */
export function beginTask(): () => void {
  open++;
  return () => {
    open--;
  };
}

/** Whether new requests are refused. */
export const isClosing = (): boolean => isGoing;

const POLL_MS = 20;

/**
 * Refuses new requests, and waits until no task is open. It polls, because a promise of one request cannot resume
 * another request.
 */
export async function drained(): Promise<void> {
  isGoing = true;
  while (open > 0) await scheduler.wait(POLL_MS);
}
