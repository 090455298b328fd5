/** What is written to the console, also while a test has put a spy in its place. */

/** A line as it was written: the level, and what was given to it. */
export type Line = { readonly level: string; readonly given: readonly unknown[] };

const heard: Line[] = [];
const HEARD = Symbol.for('swiftlet: the console is heard');

/** Puts an ear on the console of this isolate, both workers' and their objects', once. Spies go below it. */
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

/** What was written since this was last asked. */
export const takeLines = (): Line[] => heard.splice(0);
