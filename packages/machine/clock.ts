/** Notices when the machine's clock was set, or the machine slept: its timers follow another clock, which does neither. */

/** Less is how clocks are kept right. */
const JUMP_MS = 10_000;

const seconds = (ms: number): string => Math.round(ms / 1000).toLocaleString('en');

export class ClockWatch {
  #offset: number;

  /** @param now by the clock on the wall @param steady by the one that never jumps; milliseconds, both read at once */
  constructor(now: number, steady: number) {
    this.#offset = now - steady;
  }

  /** @returns a line for each jump; undefined without one */
  look(now: number, steady: number): string | undefined {
    const jump = now - steady - this.#offset;
    if (Math.abs(jump) < JUMP_MS) return undefined;
    this.#offset += jump;
    return jump > 0
      ? `The clock has gone forwards by ${seconds(jump)} s: what was to end meanwhile has ended.`
      : `The clock has gone back by ${seconds(-jump)} s: limits that were reached last until it has caught up.`;
  }
}
