/** The appearance that a browser has chosen for the console. A cookie keeps it, so that the first paint has it. */
import type { ConsoleContext } from './context';
import { clearCookie, readCookie, writeCookie } from './cookie';

export const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof THEMES;

const COOKIE = { name: 'console-theme' };
const YEAR_SECONDS = 31_536_000;

const isTheme = (text: string | undefined): text is Theme => text !== undefined && Object.hasOwn(THEMES, text);

export function readTheme(c: ConsoleContext): Theme {
  const chosen = readCookie(c, COOKIE);
  return isTheme(chosen) ? chosen : 'system';
}

/** Stores a theme in this browser for a year. Any other text is ignored. */
export function writeTheme(c: ConsoleContext, chosen: string | undefined): void {
  if (chosen === 'system') clearCookie(c, COOKIE);
  else if (isTheme(chosen)) writeCookie(c, chosen, COOKIE, YEAR_SECONDS);
}
