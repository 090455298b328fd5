/** Detects that the wall clock jumped: somebody set it, or the computer slept. Node's timers use a monotonic clock. */

/** Smaller differences are ordinary corrections of the clock. */
const JUMP_MS = 10_000;

const seconds = (ms: number): string => Math.round(ms / 1000).toLocaleString('en');

export class ClockWatch {
  #offset: number;

  /** @param now of the wall clock @param steady of the monotonic clock; milliseconds, both read at the same moment */
  constructor(now: number, steady: number) {
    this.#offset = now - steady;
  }

  /** Compares both clocks. @returns a line for the log if the wall clock has jumped since the last call */
  check(now: number, steady: number): string | undefined {
    const jump = now - steady - this.#offset;
    if (Math.abs(jump) < JUMP_MS) return undefined;
    this.#offset += jump;
    return jump > 0
      ? `The clock has gone forwards by ${seconds(jump)} s: what was to end meanwhile has ended.`
      : `The clock has gone back by ${seconds(-jump)} s: limits that were reached stay reached until it has caught up.`;
  }
}
