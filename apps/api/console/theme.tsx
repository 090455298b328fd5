/**
 * The appearance that a browser has chosen for the console, and the form that chooses it. A cookie keeps it, so that
 * the first paint has it.
 */

import type { FC } from 'hono/jsx';
import { type ConsoleContext, clearCookie, readCookie, writeCookie } from './context';
import { defineForm, type Forms } from './forms/form';
import { FormElement } from './forms/form-element';
import { YEAR_SECONDS } from './words';

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof THEMES;

const COOKIE = { name: 'console-theme' };

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

/** This form needs no session. */
export const SET_THEME = defineForm({
  path: '/console/theme',
  page: '/console/account',
  fields: { theme: { label: 'Theme', kind: 'choice' } },
});

/** Icons in a box of 24: a screen, the sun, the moon. */
const ICONS: Record<Theme, string> = {
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M19 5l-1.400 1.400M6.400 17.600L5 19',
  dark: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
};

/**
 * The form that chooses light, dark or the system's appearance.
 * @param hasWords shows the names of the themes beside the icons
 */
export const ThemeForm: FC<{ theme: Theme; forms: Forms; hasWords?: boolean }> = ({ theme, forms, hasWords }) => (
  <FormElement form={SET_THEME} forms={forms} class="theme">
    {() => (
      <>
        <fieldset class="segments">
          <legend class="unseen">Theme</legend>
          {Object.entries(THEMES).map(([name, label]) => (
            <label title={hasWords ? undefined : label}>
              <input type="radio" name="theme" value={name} checked={name === theme} autocomplete="off" />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={ICONS[name as Theme]} />
              </svg>
              <span class={hasWords ? undefined : 'unseen'}>{label}</span>
            </label>
          ))}
        </fieldset>
        <button class="text" type="submit">
          Set theme
        </button>
      </>
    )}
  </FormElement>
);
