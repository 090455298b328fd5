/** The pages and forms that list, make, show and delete links. The API has the same rules and messages. */
import { createContext, createLink } from '#api/links/create';
import { deleteLink } from '#api/links/link-changes';
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { linkStatistics } from '#api/statistics/statistics';
import { Refusal } from '#domain/refusal';
import { type ConsoleContext, createHandlers } from '../context';
import { DELETE_LINK, NEW_LINK } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import type { RefusedStatus } from '../forms/form-refused';
import { formsOf } from '../forms/forms-of';
import { handleForm } from '../forms/handle-form';
import { bodyOf, fieldOf, linkErrors, optionsOf } from '../link-fields';
import { linkPolicyOf } from '../link-policy';
import { type LinkSearch, readLinksPage, searchErrorOf } from '../links-page';
import { meterCall, meterNameOf } from '../meter-call';
import { show } from '../page';
import { linkPage } from '../pages/link';
import { linksPage } from '../pages/links';
import { newLinkPage } from '../pages/new-link-page';
import { messageOf } from '../refusal-message';
import { queryOf, rangeOf } from '../statistics-range';

async function showForm(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const { settings } = await linkPolicyOf(c);
  const options = optionsOf(c.get('account').plan, c.get('config').planPolicy, settings);
  return show(c, newLinkPage({ forms, options }), status);
}

export const getLinkForm = createHandlers(async (c) => showForm(c, await formsOf(c)));

export const postLink = handleForm(NEW_LINK, {
  async check(c, sent) {
    await meterCall(c);
    return linkErrors(bodyOf(sent), await linkPolicyOf(c));
  },
  async run(c, sent, run) {
    const context = createContext(c, await linkPolicyOf(c), { meterName: meterNameOf(c.get('account').id), run });
    const link = await createLink(context, bodyOf(sent));
    return { to: `/console/links/${link.alias ?? link.code}`, notice: 'link-made' };
  },
  fieldOf,
  show: showForm,
});

async function showLink(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const now = c.get('now');
  const link = await ownedLink(c.env, wholeAccount(c.get('account').id), c.req.param('code') ?? '');
  const range = rangeOf(c.req.query('days'));
  const { shortBaseUrl } = c.get('config');
  const statistics = await linkStatistics(c.env, link, queryOf(range, now), { shortBaseUrl, now });
  return show(c, linkPage({ link, statistics, view: { range, now }, forms }), status);
}

export const getLink = createHandlers(async (c) => showLink(c, await formsOf(c)));

export const postLinkDeletion = handleForm(DELETE_LINK, {
  async run(c) {
    await deleteLink(c.env, wholeAccount(c.get('account').id), c.req.param('code') ?? '', c.get('now'));
    return { to: '/console/links', notice: 'link-deleted' };
  },
  show: showLink,
});

const ALL_LINKS: LinkSearch = { search: '', cursor: undefined };

export const getLinks = createHandlers(async (c) => {
  const { cursor } = c.req.query();
  const search = (c.req.query('search') ?? '').trim();
  const pageOf = async (query: LinkSearch, searchError?: string) => {
    const view = { search, searched: query.search, searchError, isFirst: query.cursor === undefined };
    return linksPage({ ...view, ...(await readLinksPage(c, query)) });
  };
  const searchError = searchErrorOf(search);
  if (searchError !== undefined) return show(c, await pageOf(ALL_LINKS, searchError), 400);
  try {
    return show(c, await pageOf({ search, cursor }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The cursor belongs to another list: show the first page.
    if (error.code === 'FIELD_INVALID') return c.redirect('/console/links', 303);
    if (error.code !== 'SEARCHES_EXCEEDED') throw error;
    c.header('Retry-After', String(error.extras.retryAfter));
    return show(c, await pageOf(ALL_LINKS, messageOf(error)), 429);
  }
});
