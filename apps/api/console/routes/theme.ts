/** The choice of light, dark or the system's appearance. */
import { type ConsoleContext, createHandlers, originOf } from '../context';
import { FORMS } from '../forms/declared/every';
import { SET_THEME } from '../forms/declared/theme';
import { fillRoute, matchRoute } from '../forms/form';
import { readFields } from '../forms/read-fields';
import { show } from '../page';
import { tooLongPage } from '../pages/refused';
import { writeTheme } from '../theme';

/** Stores the choice, and returns to the page. It needs no form token, because a second request changes nothing. */
export const postTheme = createHandlers(async (c) => {
  const fields = await readFields(c, SET_THEME);
  if (fields === null) return show(c, tooLongPage, 413);
  writeTheme(c, fields.theme);
  return c.redirect(pageBefore(c), 303);
});

/**
 * The page of the console or the documentation that has sent a form. A refused form is shown at the path that it was sent to, which may have no page of its
 * own.
 */
function pageBefore(c: ConsoleContext): string {
  const before = URL.parse(c.req.header('Referer') ?? '');
  if (before?.origin !== originOf(c) || !/^\/(console|docs)(\/|$)/.test(before.pathname)) return SET_THEME.page;
  const isPage = FORMS.some(({ page }) => matchRoute(page, before.pathname) !== null);
  const sent = FORMS.map(({ path, page }) => ({ page, params: matchRoute(path, before.pathname) }));
  const found = isPage ? undefined : sent.find(({ params }) => params !== null);
  return found?.params ? fillRoute(found.page, found.params) : before.pathname + before.search;
}
