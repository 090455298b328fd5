/** The origins of a running machine, which its control file names for other programs of its owner. */
import { existsSync, readFileSync } from 'node:fs';
import type { Sockets } from './runtime';
import { controlFile, isHeld } from './state';

export type Origins = {
  readonly api: string;
  readonly short: string;
  /** The addresses (host:port) at which the sockets of both listen. */
  readonly sockets: { readonly api: string; readonly short: string };
};

type Settings = { readonly sockets: Sockets; readonly values: Readonly<Record<string, string>> };

/**
 * The origins that other programs on this computer use. They are those of the settings, except that an API with a port
 * of its own and without https is at localhost. Undefined without public sockets.
 */
export function originsOf({ sockets, values }: Settings): Origins | undefined {
  if (sockets.short === undefined) return undefined;
  const { CONSOLE_ORIGIN = '', SHORT_BASE_URL = '' } = values;
  const port = sockets.api?.split(':').at(-1);
  const api = port === undefined || CONSOLE_ORIGIN.startsWith('https:') ? CONSOLE_ORIGIN : `http://localhost:${port}`;
  const listening = { api: sockets.api ?? sockets.short, short: sockets.short };
  return { api: new URL(api).origin, short: new URL(SHORT_BASE_URL).origin, sockets: listening };
}

/** The origins of the machine that runs on a state folder; undefined if none does, or it does not name them. */
export function originsOfRunning(folder: string): Origins | undefined {
  if (!isHeld(folder) || !existsSync(controlFile(folder))) return undefined;
  return (JSON.parse(readFileSync(controlFile(folder), 'utf8')) as { origins?: Origins }).origins;
}
