/**
 * Redirects a request that has no session to the sign-in page. A draft holds the requested page or the sent form.
 */
import type { ConsoleContext } from '../context';
import { FORMS } from '../forms/declared/every';
import { readDraft, saveDraft } from '../forms/draft';
import { declaredFields, fillRoute, hasContent, matchRoute, stateOf } from '../forms/form';
import { redirectTo } from '../forms/notice';
import { readFields } from '../forms/read-fields';
import { pageToken, parseToken } from '../forms/token';
import { show } from '../page';
import { tooLongPage } from '../pages/refused';
import { signInPage } from '../pages/sign-in';

const SIGN_IN_PATH = '/console/sign-in';

export async function redirectToSignIn(c: ConsoleContext): Promise<Response> {
  if (c.req.method === 'POST') return saveSentForm(c);
  await saveRequestedPage(c);
  return c.redirect(SIGN_IN_PATH, 303);
}

/**
 * Stores the address of a page that a person opened. A download is stored as the page that offers it, so that the
 * sign-in ends on a page. A form that was typed stays: a page of another site can open any address here.
 */
async function saveRequestedPage(c: ConsoleContext): Promise<void> {
  const fetchDestination = c.req.header('Sec-Fetch-Dest') ?? 'document';
  if (c.req.method !== 'GET' || fetchDestination !== 'document') return;
  const { typed = null } = (await readDraft(c)) ?? {};
  if (typed !== null && hasContent(typed.state)) return;
  const { pathname, search } = new URL(c.req.url);
  const page = pathname.replace(/\/(export|picture)$/, '');
  await saveDraft(c, { to: page === pathname ? pathname + search : page, typed: null });
}

async function saveSentForm(c: ConsoleContext): Promise<Response> {
  const { pathname } = new URL(c.req.url);
  const found = FORMS.map((form) => ({ form, params: matchRoute(form.path, pathname) })).find(({ params }) => params);
  const fields = await readFields(c, found?.form);
  if (fields === null) return show(c, tooLongPage, 413);
  if (!found?.params) return c.redirect(SIGN_IN_PATH, 303);
  const { form, params } = found;
  const state = stateOf(form, pathname, declaredFields(form, fields), {});
  const accountId = parseToken(fields.token)?.accountId ?? '';
  const isKept = await saveDraft(c, { to: fillRoute(form.page, params), typed: { accountId, state } });
  if (isKept) return redirectTo(c, SIGN_IN_PATH, hasContent(state) ? 'session-over' : 'session-over-undone');
  const { allowSignUp, contact } = c.get('config');
  const forms = { token: pageToken(c), state: undefined };
  return show(c, signInPage({ forms, allowSignUp, contact, isTooLong: true }), 401);
}
