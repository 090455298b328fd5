/** What a worker is still doing, in this isolate: requests without an answer, and work that goes on after one. */

let open = 0;
let isGoing = false;

/** A piece of work begins. @returns what to call once, at its end */
export function beginTask(): () => void {
  open++;
  return () => {
    open--;
  };
}

/** Whether new requests are refused. */
export const isClosing = (): boolean => isGoing;

const LOOK_MS = 20;

/** Refuses new requests from now on, and waits for those that are there. It looks: no request may wake another one. */
export async function drained(): Promise<void> {
  isGoing = true;
  while (open > 0) await scheduler.wait(LOOK_MS);
}
