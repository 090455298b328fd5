/** Records the calls of the console, even while a test spies on it. */

/** A call of the console: its level and its arguments. */
export type Line = { readonly level: string; readonly given: readonly unknown[] };

const recorded: Line[] = [];
const RECORDED = Symbol.for('swiftlet: the console is recorded');

/**
 * Replaces the console of this isolate by a proxy, for both workers and their objects. A second call does nothing.
 * Spies replace methods below the proxy.
 */
export function recordConsole(): void {
  if (RECORDED in console) return;
  globalThis.console = new Proxy(console, {
    has: (target, name) => name === RECORDED || Reflect.has(target, name),
    get: (target, name) => {
      const write = Reflect.get(target, name);
      return typeof write === 'function' ? new Proxy(write, { apply: recording(String(name)) }) : write;
    },
  });
}

const recording = (level: string) => (write: (...given: unknown[]) => unknown, self: unknown, given: unknown[]) => {
  recorded.push({ level, given });
  return Reflect.apply(write, self, given);
};

/** Returns the lines since the last call. */
export const takeLines = (): Line[] => recorded.splice(0);
