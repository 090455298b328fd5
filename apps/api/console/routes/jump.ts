/** GET /console/jump: to the page of the link that a text names, or to the links that it finds. */
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { parseCode } from '#domain/codes';
import { Refusal } from '#domain/refusal';
import { createHandlers } from '../context';
import { EVERY_LINK, linksAddress } from '../links-query';

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
