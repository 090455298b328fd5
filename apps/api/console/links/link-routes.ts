/** The pages and forms that list, make and show links. The API has the same rules and messages. */
import { createContext, createLink } from '#api/links/create';
import { freeAliases } from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import { ownedLink, wholeAccount } from '#api/links/link-owner';
import { scheduleDeletion, undoDeletion } from '#api/links/scheduled-deletions';
import { listTags, type Tag, tagsStatement } from '#api/links/tags';
import { oneTripToPrimary, type ReadRows } from '#api/platform/one-trip';
import { countedLink } from '#api/statistics/statistics';
import { Refusal } from '#domain/refusal';
import { parseCode } from '#domain/short-address';
import { logFault } from '#store/faults';
import { type ConsoleContext, createHandlers } from '../context';
import type { Fields, Forms } from '../forms/form';
import { FormRefused, handleForm, type RefusedStatus, statusOf } from '../forms/handle-form';
import { readForms } from '../forms/kept-in-browser';
import { meterCall, meterNameOf } from '../forms/run-once';
import type { Notice } from '../notices';
import { show } from '../page';
import { makePeriod } from '../statistics/period';
import { queryOfView, readViewOfRequest, statusOfView } from '../statistics/statistics-view';
import { chosenFirst, decodeTags, mapColors, tagChoice } from '../tags/tag-choice';
import type { UndoView } from './dead-link';
import { FACT_NAMES, seenFacts } from './facts';
import { DELETE_LINK, NEW_LINK, SUGGESTED, UNDO_DELETION } from './forms';
import { linkPage } from './link';
import { checkExpiry, checkLink, findField, listOptions, readBody, readLinkPolicy } from './link-fields';
import type { FilterError } from './link-filter';
import { linksPage } from './links';
import { EVERY_LINK, type LinksPlace, type LinksQuery, linksAddress, type PageStart, readPlace } from './links-query';
import { fillAgain, newLinkPage } from './new-link';
import { checkQuery, readLinksPage } from './read-links-page';

async function showForm(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const policy = await readLinkPolicy(c);
  const options = listOptions(c.get('account').plan, c.get('config').planPolicy, policy.settings);
  const code = c.req.query('again');
  const again = code === undefined ? null : fillAgain(await linkNamed(c, code), policy, c.get('now'));
  const tags = tagChoice(c.get('tags') ?? (await listTags(c.env, c.get('account').id)), pickedIn(forms));
  const { shortBaseUrl } = c.get('config');
  return show(c, newLinkPage({ forms, options, again, tags, now: c.get('now'), shortBaseUrl }), status);
}

/** The tags that were chosen in a form that is shown again. */
const pickedIn = ({ state }: Forms): string[] => decodeTags(state?.typed.picked ?? '');

/** @throws Refusal LINK_NOT_FOUND, also for a link of another account */
const linkNamed = (c: ConsoleContext, code: string, read?: ReadRows): Promise<DetailedLink> =>
  ownedLink(c.env, wholeAccount(c.get('account').id), code, read);

export const getLinkForm = createHandlers(async (c) => showForm(c, await readForms(c)));

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
    return [...checkExpiry(sent), ...checkLink(readBody(sent), await readLinkPolicy(c))];
  },
  async run(c, sent, run) {
    const context = createContext(c, await readLinkPolicy(c), { meterName: meterNameOf(c.get('account').id), run });
    const link = await createLink(context, readBody(sent)).catch((error) => refuseTaken(c, sent, error));
    return { to: `/console/links/${link.alias ?? link.code}`, notice: 'link-made' };
  },
  fieldOf: findField,
  show: showForm,
});

export async function showLink(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const now = c.get('now');
  const { id: accountId } = c.get('account');
  const trip = oneTripToPrimary(c.env.DB, [tagsStatement(c.env, accountId)]);
  const link = await linkNamed(c, c.req.param('code') ?? '', trip.read);
  const tags = ((await trip.others())[0] ?? []) as Tag[];
  const { shortBaseUrl, planPolicy, contact } = c.get('config');
  const view = readViewOfRequest(c, `/console/links/${link.alias ?? link.code}`);
  const counted = await countedLink(c.env, link, queryOfView(view), { shortBaseUrl, now });
  const { settings } = await readLinkPolicy(c);
  const page = linkPage({
    link,
    statistics: counted.statistics,
    colorOf: mapColors(tags),
    tags: chosenFirst(tagChoice(tags, link.details.tags), link.details.tags),
    now,
    view: { view, period: makePeriod(counted, view) },
    undo: makeUndoView(c, forms),
    forms,
    seen: await seenFacts(link),
    options: listOptions(c.get('account').plan, planPolicy, settings),
    contact,
    opened: FACT_NAMES.find((fact) => fact === c.req.query('change')),
  });
  return show(c, page, status === 200 ? statusOfView(view) : status);
}

export const getLink = createHandlers(async (c) => showLink(c, await readForms(c)));

export const getLinks = createHandlers(async (c) => showLinks(c, await readForms(c), readPlace(c.req.url)));

/** Shows a page of the list. If the query is refused, the page shows the refusal and all links. */
export async function showLinks(
  c: ConsoleContext,
  forms: Forms,
  { query, start }: LinksPlace,
  status: 200 | RefusedStatus = 200,
): Promise<Response> {
  const { settings } = await readLinkPolicy(c);
  const { expiresIn: canExpire } = listOptions(c.get('account').plan, c.get('config').planPolicy, settings);
  const showPage = async (listed: LinksQuery, from: PageStart | undefined, to: PageStatus, error?: FilterError) => {
    const { tags, isShortFirst, ...page } = await readLinksPage(c, listed, from);
    if (isShortFirst && to === 200) return c.redirect(linksAddress(listed), 303);
    const filter = { query, tags: tagChoice(tags, query.tag), error };
    const { shortBaseUrl } = c.get('config');
    const view = { view: { colorOf: mapColors(tags), shortBaseUrl, now: c.get('now') }, undo: makeUndoView(c, forms) };
    return show(c, linksPage({ ...page, ...view, filter, listed, start: from, forms, canExpire }), to);
  };
  const error = checkQuery(query);
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

const makeUndoView = (c: ConsoleContext, forms: Forms): UndoView => ({
  scheduled: c.get('scheduled'),
  now: c.get('now'),
  shortBaseUrl: c.get('config').shortBaseUrl,
  forms,
});

type PageStatus = 200 | RefusedStatus;

/** The forms that delete a link, and undo a deletion for ten seconds (specification 14.10). */

export const postLinkDeletion = handleForm(DELETE_LINK, {
  async run(c) {
    const { id: accountId } = c.get('account');
    const { code } = await ownedLink(c.env, wholeAccount(accountId), c.req.param('code') ?? '');
    await scheduleDeletion(c.env, accountId, [code], c.get('now'));
    return { to: '/console/links' };
  },
  show: showLink,
});

const noticeAfter = ({ undone, staying }: Awaited<ReturnType<typeof undoDeletion>>): Notice => {
  if (undone === 0) return 'deletion-over';
  return staying === undone ? 'deletion-undone' : 'deletion-undone-partly';
};

export const postUndo = handleForm(UNDO_DELETION, {
  async run(c, sent) {
    const { query, start } = readPlace(sent.list ?? '');
    const undone = await undoDeletion(c.env, c.get('account').id, Number(sent.due), c.get('now'));
    return { to: linksAddress(query, start), notice: noticeAfter(undone) };
  },
  show: (c, forms, status) => showLinks(c, forms, readPlace(forms.state?.typed.list ?? ''), status),
});

/** GET /console/jump: to the page of the link that a text names, or to the links that it finds. */

export const getJump = createHandlers(async (c) => {
  const text = (c.req.query('to') ?? '').trim();
  // A short URL that was copied ends with the code.
  const last = text.split('/').at(-1) ?? '';
  const search = linksAddress({ ...EVERY_LINK, search: text });
  if (parseCode(last) === null) return c.redirect(search, 303);
  try {
    const { alias, code } = await ownedLink(c.env, wholeAccount(c.get('account').id), last);
    return c.redirect(`/console/links/${alias ?? code}`, 303);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'LINK_NOT_FOUND') throw error;
    return c.redirect(search, 303);
  }
});
