/** The pages and forms that list, make and show links. The API has the same rules and messages. */
import { createContext, createLink } from '#api/links/create';
import { freeAliases } from '#api/links/free-aliases';
import type { DetailedLink } from '#api/links/link-details';
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { listTags, tagsStatement } from '#api/links/tag-list';
import type { Tag } from '#api/links/tags';
import { oneTripToPrimary, type ReadRows } from '#api/platform/one-trip';
import { countedLink } from '#api/statistics/statistics';
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/log-fault';
import { againOf } from '../again';
import { type ConsoleContext, createHandlers } from '../context';
import { seenFacts } from '../edit-conflict';
import { NEW_LINK, SUGGESTED } from '../forms/declared/links';
import type { Fields, Forms } from '../forms/form';
import { FormRefused, type RefusedStatus } from '../forms/form-refused';
import { formsOf } from '../forms/forms-of';
import { handleForm } from '../forms/handle-form';
import { FACT_NAMES } from '../link-facts';
import { bodyOf, expiryErrors, fieldOf, linkErrors, optionsOf } from '../link-fields';
import { linkPolicyOf } from '../link-policy';
import { queryErrorOf, readLinksPage } from '../links-page';
import { EVERY_LINK, type LinksPlace, type LinksQuery, linksAddress, type PageStart, placeOf } from '../links-query';
import { meterCall, meterNameOf } from '../meter-call';
import { show } from '../page';
import { linkPage } from '../pages/link';
import type { FilterError } from '../pages/link-filter';
import { linksPage } from '../pages/links';
import { newLinkPage } from '../pages/new-link-page';
import type { UndoView } from '../pages/undo';
import { periodOf } from '../period';
import { statusOf } from '../refusal-message';
import { queryOfView, statusOfView, viewOf } from '../statistics-view';
import { chosenFirst, colorsOf, tagChoice } from '../tag-choice';
import { pickedTags } from '../tag-text';

async function showForm(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const policy = await linkPolicyOf(c);
  const options = optionsOf(c.get('account').plan, c.get('config').planPolicy, policy.settings);
  const code = c.req.query('again');
  const again = code === undefined ? null : againOf(await linkNamed(c, code), policy, c.get('now'));
  const tags = tagChoice(c.get('tags') ?? (await listTags(c.env, c.get('account').id)), pickedIn(forms));
  const { shortBaseUrl } = c.get('config');
  return show(c, newLinkPage({ forms, options, again, tags, now: c.get('now'), shortBaseUrl }), status);
}

/** The tags that were chosen in a form that is shown again. */
const pickedIn = ({ state }: Forms): string[] => pickedTags(state?.typed.picked ?? '');

/** @throws Refusal LINK_NOT_FOUND, also for a link of another account */
const linkNamed = (c: ConsoleContext, code: string, read?: ReadRows): Promise<DetailedLink> =>
  ownedLink(c.env, wholeAccount(c.get('account').id), code, read);

export const getLinkForm = createHandlers(async (c) => showForm(c, await formsOf(c)));

/** @throws FormRefused with free aliases to choose from, if the alias is taken; the error itself otherwise */
async function refuseTaken(c: ConsoleContext, { alias = '' }: Fields, error: unknown): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'ALIAS_TAKEN') throw error;
  const free = await suggestedAliases(c, alias.trim()).catch((fault) => {
    logFault(fault, { doing: 'suggest aliases', requestId: c.get('requestId') });
    return [];
  });
  throw new FormRefused([['alias', error]], undefined, { [SUGGESTED]: free.join(' ') });
}

/** Reads free aliases and, in the same round trip, the tags that the page of the form shows. */
async function suggestedAliases(c: ConsoleContext, alias: string): Promise<string[]> {
  const trip = oneTripToPrimary(c.env.DB, [tagsStatement(c.env, c.get('account').id)]);
  const free = await freeAliases(c.env, alias, 2, trip.read);
  const [tags = []] = await trip.others();
  c.set('tags', tags as Tag[]);
  return free;
}

export const postLink = handleForm(NEW_LINK, {
  async check(c, sent) {
    await meterCall(c);
    return [...expiryErrors(sent), ...linkErrors(bodyOf(sent), await linkPolicyOf(c))];
  },
  async run(c, sent, run) {
    const context = createContext(c, await linkPolicyOf(c), { meterName: meterNameOf(c.get('account').id), run });
    const link = await createLink(context, bodyOf(sent)).catch((error) => refuseTaken(c, sent, error));
    return { to: `/console/links/${link.alias ?? link.code}`, notice: 'link-made' };
  },
  fieldOf,
  show: showForm,
});

export async function showLink(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const now = c.get('now');
  const { id: accountId } = c.get('account');
  const trip = oneTripToPrimary(c.env.DB, [tagsStatement(c.env, accountId)]);
  const link = await linkNamed(c, c.req.param('code') ?? '', trip.read);
  const tags = ((await trip.others())[0] ?? []) as Tag[];
  const { shortBaseUrl, planPolicy, contact } = c.get('config');
  const view = viewOf(c, `/console/links/${link.alias ?? link.code}`);
  const counted = await countedLink(c.env, link, queryOfView(view), { shortBaseUrl, now });
  const { settings } = await linkPolicyOf(c);
  const page = linkPage({
    link,
    statistics: counted.statistics,
    colorOf: colorsOf(tags),
    tags: chosenFirst(tagChoice(tags, link.details.tags), link.details.tags),
    now,
    view: { view, period: periodOf(counted, view) },
    undo: undoViewOf(c, forms),
    forms,
    seen: await seenFacts(link),
    options: optionsOf(c.get('account').plan, planPolicy, settings),
    contact,
    opened: FACT_NAMES.find((fact) => fact === c.req.query('change')),
  });
  return show(c, page, status === 200 ? statusOfView(view) : status);
}

export const getLink = createHandlers(async (c) => showLink(c, await formsOf(c)));

export const getLinks = createHandlers(async (c) => showLinks(c, await formsOf(c), placeOf(c.req.url)));

/** Shows a page of the list. If the query is refused, the page shows the refusal and all links. */
export async function showLinks(
  c: ConsoleContext,
  forms: Forms,
  { query, start }: LinksPlace,
  status: 200 | RefusedStatus = 200,
): Promise<Response> {
  const { settings } = await linkPolicyOf(c);
  const { expiresIn: canExpire } = optionsOf(c.get('account').plan, c.get('config').planPolicy, settings);
  const showPage = async (listed: LinksQuery, from: PageStart | undefined, to: PageStatus, error?: FilterError) => {
    const { tags, isShortFirst, ...page } = await readLinksPage(c, listed, from);
    if (isShortFirst && to === 200) return c.redirect(linksAddress(listed), 303);
    const filter = { query, tags: tagChoice(tags, query.tag), error };
    const { shortBaseUrl } = c.get('config');
    const view = { view: { colorOf: colorsOf(tags), shortBaseUrl, now: c.get('now') }, undo: undoViewOf(c, forms) };
    return show(c, linksPage({ ...page, ...view, filter, listed, start: from, forms, canExpire }), to);
  };
  const error = queryErrorOf(query);
  if (error !== undefined) return showPage(EVERY_LINK, undefined, 400, { field: 'filter', words: error });
  try {
    return await showPage(query, start, status);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    // The cursor belongs to another list, or its order is no longer stored: show the first page.
    if (['FIELD_INVALID', 'CURSOR_EXPIRED'].includes(refusal.code)) return c.redirect(linksAddress(query), 303);
    if (refusal.code !== 'SEARCHES_EXCEEDED') throw refusal;
    const { retryAfter } = refusal.extras;
    c.header('Retry-After', String(retryAfter));
    // The browser asks again by itself, also without script.
    c.header('Refresh', String(retryAfter));
    return showPage(EVERY_LINK, undefined, statusOf(refusal) as PageStatus, {
      field: 'search',
      words: `Many searches at once. This one is asked again in ${retryAfter} s.`,
    });
  }
}

const undoViewOf = (c: ConsoleContext, forms: Forms): UndoView => ({
  scheduled: c.get('scheduled'),
  now: c.get('now'),
  shortBaseUrl: c.get('config').shortBaseUrl,
  forms,
});

type PageStatus = 200 | RefusedStatus;
