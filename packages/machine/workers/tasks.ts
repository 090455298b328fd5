/** What a worker is still doing, in this isolate: requests without an answer, and work that goes on after one. */

let open = 0;
let isGoing = false;
let idle: (() => void) | undefined;

/** A piece of work begins. @returns what to call once, at its end */
export function beginTask(): () => void {
  open++;
  return () => {
    open--;
    if (open === 0) idle?.();
  };
}

/** Whether new requests are refused. */
export const isClosing = (): boolean => isGoing;

/** Refuses new requests from now on, and waits for those that are there. */
export async function drained(): Promise<void> {
  isGoing = true;
  // Work may begin more work at its end: what is gathered is told by another task.
  while (open > 0) {
    await new Promise<void>((resolve) => {
      idle = resolve;
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
