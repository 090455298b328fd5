/** The dialog of Ctrl-K: what it shows while a text is typed, and where the text leads that is sent from it. */
import { Refusal } from '#domain/refusal';
import { createHandlers } from '../context';
import { tagPath } from '../tags/read-tags-page';
import { linkPath } from './account-links';
import type { JumpResults } from './jump-results';
import { EVERY_LINK, linksAddress } from './links-query';
import { findNamed, searchLinks } from './read-links-page';

const readText = (text: string | undefined): string => (text ?? '').trim();

/** GET /console/jump: to the page of the one link that a text names, or to the links that it finds. */
export const getJump = createHandlers(async (c) => {
  const text = readText(c.req.query('to'));
  const [link, ...others] = await findNamed(c, { ...EVERY_LINK, search: text, status: 'all' });
  const isOne = link !== undefined && others.length === 0;
  return c.redirect(isOne ? linkPath(link) : linksAddress({ ...EVERY_LINK, search: text }), 303);
});

/** How many links and tags the dialog shows. */
const SHOWN = 6;
/** The most characters of a destination. A row has room for fewer. */
const DESTINATION_SHOWN = 120;

/** GET /console/jump/results: the first links and tags that a text finds, as JSON. It counts as a search. */
export const getJumpResults = createHandlers(async (c) => {
  try {
    const { links, tags } = await searchLinks(c, readText(c.req.query('to')), SHOWN);
    const results: JumpResults = {
      links: links.map((link) => ({
        href: linkPath(link),
        words: link.alias ?? link.code,
        more: [link.details.title, link.url.replace(/^https?:\/\/(www\.)?/i, '').slice(0, DESTINATION_SHOWN)]
          .filter(Boolean)
          .join(' · '),
      })),
      tags: tags.slice(0, SHOWN).map(({ name }) => ({ href: tagPath(name), words: name, more: '' })),
    };
    return c.json(results);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.code !== 'SEARCHES_EXCEEDED') throw refusal;
    return c.body(null, 429, { 'Retry-After': String(refusal.extras.retryAfter) });
  }
});
