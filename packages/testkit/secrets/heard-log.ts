/** Records what is written to the console, also while a test spies on it. */

/** A call of the console: its level and its arguments. */
export type Line = { readonly level: string; readonly given: readonly unknown[] };

const heard: Line[] = [];
const HEARD = Symbol.for('swiftlet: the console is heard');

/**
 * Replaces the console of this isolate once, for both workers and their objects. Spies replace methods below this
 * proxy.
 */
export function hearConsole(): void {
  if (HEARD in console) return;
  globalThis.console = new Proxy(console, {
    has: (target, name) => name === HEARD || Reflect.has(target, name),
    get: (target, name) => {
      const write = Reflect.get(target, name);
      return typeof write === 'function' ? new Proxy(write, { apply: overheard(String(name)) }) : write;
    },
  });
}

const overheard = (level: string) => (write: (...given: unknown[]) => unknown, self: unknown, given: unknown[]) => {
  heard.push({ level, given });
  return Reflect.apply(write, self, given);
};

/** Returns the lines since the last call. */
export const takeLines = (): Line[] => heard.splice(0);
