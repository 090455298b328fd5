/** The dialog of Ctrl-K: what it shows while a text is typed, and where the text leads that is sent from it. */
import { countSearch } from '#api/accounts/account-windows';
import type { DetailedLink } from '#api/links/link-details';
import { type Tag, tagsStatement } from '#api/links/tags';
import { oneTrip } from '#api/platform/one-trip';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { normalizeTag } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { getDenylist } from '#store/denylist';
import { type ConsoleContext, createHandlers } from '../context';
import { tagPath } from '../tags/read-tags-page';
import { linkPath } from './account-links';
import { exactStatements, filterExactLinks, findNamed } from './exact-links';
import type { JumpResults } from './jump-results';
import { makeListing } from './links-listing';
import { EVERY_LINK, linksAddress } from './links-query';

/** The most bytes that a text has in the address of the list. A proxy may refuse longer ones; the list needs no more. */
const MAX_ENCODED = 2_000;

/** The beginning of a text that stays within these bytes when it is encoded. No character is cut. */
function cutText(text: string): string {
  let [end, bytes] = [0, 0];
  for (const character of text) {
    bytes += encodeURIComponent(character).length;
    if (bytes > MAX_ENCODED) break;
    end += character.length;
  }
  return text.slice(0, end);
}

const readText = (text: string | undefined): string => (text ?? '').trim();

/** GET /console/jump: to the page of the one link that a text names, or to the links that it finds. */
export const getJump = createHandlers(async (c) => {
  const text = readText(c.req.query('to'));
  const query = { ...EVERY_LINK, search: text, status: 'all' } as const;
  const [link, ...others] = await findNamed(c, query, makeListing(c, query));
  const isOne = link !== undefined && others.length === 0;
  return c.redirect(isOne ? linkPath(link) : linksAddress({ ...EVERY_LINK, search: cutText(text) }), 303);
});

/** How many links and tags the dialog shows. */
const SHOWN = 6;
/** The most characters of a destination. A row has room for fewer. */
const DESTINATION_SHOWN = 120;

/** GET /console/jump/results: the first links and tags that a text finds, as JSON. It counts as a search. */
export const getJumpResults = createHandlers(async (c) => {
  try {
    const { links, tags } = await searchLinks(c, readText(c.req.query('to')));
    const results: JumpResults = {
      links: links.map((link) => ({
        href: linkPath(link),
        words: link.alias ?? link.code,
        more: [link.details.title, link.url.replace(/^https?:\/\/(www\.)?/i, '').slice(0, DESTINATION_SHOWN)]
          .filter(Boolean)
          .join(' · '),
      })),
      tags: tags.slice(0, SHOWN).map(({ name }) => ({ href: tagPath(name), words: name, more: '' })),
      moreTags: Math.max(0, tags.length - SHOWN),
    };
    return c.json(results);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.code !== 'SEARCHES_EXCEEDED') throw refusal;
    return c.body(null, 429, { 'Retry-After': String(refusal.extras.retryAfter) });
  }
});

/**
 * Returns the first links that a text finds with one statement, those that it names exactly before the others, and the
 * tags whose names contain it.
 * @throws Refusal SEARCHES_EXCEEDED
 */
async function searchLinks(
  c: ConsoleContext,
  text: string,
): Promise<{ links: readonly DetailedLink[]; tags: readonly Tag[] }> {
  if (text === '') return { links: [], tags: [] };
  const now = c.get('now');
  const query = { ...EVERY_LINK, search: text };
  const listing = makeListing(c, query);
  const { accountId } = listing.owner;
  const denylist = await getDenylist(c.env, now);
  await countSearch(c.env, accountId, now);
  const exact = exactStatements(c, text);
  const trip = oneTrip(c.env.DB, [tagsStatement(c.env, accountId), ...exact]);
  const page = await pageOfLinks(c.env, listing, { limit: SHOWN, from: null }, { denylist, now, readRows: trip.read });
  const [tags = [], ...rows] = await trip.others();
  const named = filterExactLinks(rows, query, listing, { denylist, now });
  const isNamed = new Set(named.map(({ code }) => code));
  const key = normalizeTag(text);
  return {
    links: [...named, ...page.links.filter(({ code }) => !isNamed.has(code))].slice(0, SHOWN),
    tags: (tags as Tag[]).filter(({ name }) => normalizeTag(name).includes(key)),
  };
}
