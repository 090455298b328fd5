/** The forms that delete a link, and undo a deletion for ten seconds (specification 14.10). */
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { scheduleDeletion, undoDeletion } from '#api/links/scheduled-deletions';
import { DELETE_LINK, UNDO_DELETION } from '../forms/declared/links';
import { handleForm } from '../forms/handle-form';
import { linksAddress, placeOf } from '../links-query';
import type { Notice } from '../notices';
import { showLink, showLinks } from './links';

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
    const { query, start } = placeOf(sent.list ?? '');
    const undone = await undoDeletion(c.env, c.get('account').id, Number(sent.due), c.get('now'));
    return { to: linksAddress(query, start), notice: noticeAfter(undone) };
  },
  show: (c, forms, status) => showLinks(c, forms, placeOf(forms.state?.typed.list ?? ''), status),
});
