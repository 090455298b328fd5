/** Links: listed, made, looked at, deleted. The rules and the words are the API's. */
import { Refusal } from '#domain/refusal';
import { deleteLink } from '../../link-changes';
import { ownLink } from '../../own-link';
import { currentSettings } from '../../settings';
import { linkStatistics } from '../../statistics';
import { type ConsoleContext, createHandlers } from '../context';
import { type Fields, type FormErrors, NO_ERRORS, readFields, statusOf, tellRetryAfter, wordsOf } from '../form';
import { bodyOf, linkErrors, optionsOf } from '../link-form';
import { type Asked, linksShown, searchErrorOf } from '../links-shown';
import { makeLink } from '../make-link';
import { noticeOf } from '../notices';
import { show } from '../page';
import { linkPage } from '../pages/link';
import { newLinkPage } from '../pages/link-form';
import { linksPage } from '../pages/links';
import { queryOf, rangeOf } from '../statistics-range';

async function showForm(
  c: ConsoleContext,
  typed: Fields,
  errors: FormErrors,
  status: 200 | 400 = 200,
): Promise<Response> {
  const settings = await currentSettings(c.env, c.get('now'));
  const options = optionsOf(c.get('account').plan, c.get('config').planPolicy, settings);
  return show(c, newLinkPage({ typed, errors, options }), status);
}

export const getLinkForm = createHandlers((c) => showForm(c, {}, NO_ERRORS));

export const postLink = createHandlers(async (c) => {
  const typed = await readFields(c);
  try {
    const link = await makeLink(c, bodyOf(typed));
    return c.redirect(`/console/links/${link.alias ?? link.code}?done=link-made`, 303);
  } catch (error) {
    if (!(error instanceof Refusal) || statusOf(error) === 401) throw error;
    tellRetryAfter(c, error);
    return showForm(c, typed, linkErrors(error), statusOf(error) as 400);
  }
});

export const getLink = createHandlers(async (c) => {
  const now = c.get('now');
  const link = await ownLink(c.env, c.get('account').id, c.req.param('code') ?? '');
  const range = rangeOf(c.req.query('days'));
  const { shortBaseUrl } = c.get('config');
  const statistics = await linkStatistics(c.env, link, queryOf(range, now), { shortBaseUrl, now });
  return show(c, linkPage({ link, statistics, view: { range, now }, notice: noticeOf(c.req.query('done')) }));
});

export const postLinkDeletion = createHandlers(async (c) => {
  const code = c.req.param('code') ?? '';
  await deleteLink(c.env, c.get('account').id, code, c.get('now'));
  return c.redirect('/console/links?done=link-deleted', 303);
});

const ALL_LINKS: Asked = { search: '', cursor: undefined };

export const getLinks = createHandlers(async (c) => {
  const { cursor, done } = c.req.query();
  const search = (c.req.query('search') ?? '').trim();
  const pageOf = async (asked: Asked, searchError?: string) => {
    const view = { search, searched: asked.search, searchError, isFirst: asked.cursor === undefined };
    return linksPage({ ...view, notice: noticeOf(done), ...(await linksShown(c, asked)) });
  };
  const wrong = searchErrorOf(search);
  if (wrong !== undefined) return show(c, await pageOf(ALL_LINKS, wrong), 400);
  try {
    return show(c, await pageOf({ search, cursor }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A cursor that is not of this listing: begin again.
    if (error.code === 'FIELD_INVALID') return c.redirect('/console/links', 303);
    if (error.code !== 'SEARCHES_EXCEEDED') throw error;
    c.header('Retry-After', String(error.extras.retryAfter));
    return show(c, await pageOf(ALL_LINKS, wordsOf(error)), 429);
  }
});
