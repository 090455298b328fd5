/**
 * The form that changes the links that are selected in the list, as POST /v2/links/bulk does, or deletes them. The page
 * of a link sends it for its own link, and is shown again.
 */
import { countBulkLinks } from '#api/accounts/account-windows';
import { changeInBulk } from '#api/links/bulk';
import { EditBody, type LinkEdit, readLinkEdit } from '#api/links/link-edit';
import { wholeAccount } from '#api/links/link-owner';
import { listRefusals } from '#api/links/link-request';
import { scheduleDeletion, undoDeletion } from '#api/links/scheduled-deletions';
import { isRefused } from '#domain/refusal';
import { parseCode } from '#domain/short-address';
import type { ConsoleContext } from '../context';
import type { Fields } from '../forms/form';
import { handleForm } from '../forms/handle-form';
import { meterCall } from '../forms/run-once';
import type { Notice } from '../notices';
import { readLinkPolicy } from './account-links';
import { CHANGE_LINKS, CHANGES, DELETE, findField, UNDO_DELETION } from './forms';
import { showLinks } from './links';
import { linksAddress, readPlace } from './links-query';

/** The body of an edit whose rules check the value of a change; null for a change without one. */
function readChange(sent: Fields): Record<string, unknown> | null {
  const change = CHANGES.get(sent.change ?? '');
  return change?.read === undefined ? null : { [change.name]: change.read(sent) };
}

/** The edit of a change, which the form has checked. */
async function readEdit(c: ConsoleContext, sent: Fields): Promise<LinkEdit> {
  const body = readChange(sent);
  const checked = body === null ? {} : readLinkEdit(body, await readLinkPolicy(c));
  return CHANGES.get(sent.change ?? '')?.edit(checked) ?? {};
}

export const postLinkChanges = handleForm(CHANGE_LINKS, {
  async check(c, sent) {
    await meterCall(c);
    const change = CHANGES.get(sent.change ?? '');
    const body = readChange(sent);
    if (change === undefined || body === null) return [];
    if (change.missing !== undefined && body[change.name] === null) return [[change.name, change.missing]];
    return listRefusals(body, await readLinkPolicy(c), EditBody);
  },
  async run(c, sent) {
    const { query, start } = readPlace(sent.list ?? '');
    const named = new Set(sent.codes?.split(' '));
    const codes = [...named].flatMap((text) => parseCode(text) ?? []);
    const change = sent.change === DELETE ? deleteAll : changeAll;
    const { id, plan } = c.get('account');
    if (codes.length > 0) await countBulkLinks(c.env, { accountId: id, plan }, codes.length, c.get('now'));
    const notice = await change(c, sent, codes, named.size);
    const page = /^\/console\/links\/[\w-]+$/.exec(sent.list ?? '')?.[0];
    if (page === undefined) return { to: linksAddress(query, start), notice };
    return { to: page, notice: notice === 'links-changed' ? 'link-changed' : notice };
  },
  fieldOf: findField,
  show: (c, forms, status) => showLinks(c, forms, readPlace(forms.state?.typed.list ?? ''), status),
});

/** Changes the links of these codes. @returns the notice @throws Refusal TAGS_EXCEEDED; then no link is changed */
type ChangeAll = (
  c: ConsoleContext,
  sent: Fields,
  codes: readonly string[],
  namedCount: number,
) => Promise<Notice | undefined>;

const changeAll: ChangeAll = async (c, sent, codes, namedCount) => {
  const edit = await readEdit(c, sent);
  const outcomes = await changeInBulk(c.env, wholeAccount(c.get('account').id), { codes }, edit, c.get('now'));
  const crowded = outcomes.find((outcome) => isRefused(outcome) && outcome.code === 'TAGS_EXCEEDED');
  if (crowded !== undefined) throw crowded;
  const changed = outcomes.filter((outcome) => !isRefused(outcome));
  if (changed.length === 0) return 'links-unchanged';
  return changed.length < namedCount ? 'links-changed-partly' : 'links-changed';
};

/** The page shows the scheduled deletion itself, so there is a notice only about links that are left out. */
const deleteAll: ChangeAll = async (c, _sent, codes, namedCount) => {
  const scheduled = await scheduleDeletion(c.env, c.get('account').id, codes, c.get('now'));
  return scheduled < namedCount ? 'links-deleted-partly' : undefined;
};

/** Undoes a deletion, for ten seconds (specification 14.10). */
export const postUndo = handleForm(UNDO_DELETION, {
  async run(c, sent) {
    const { query, start } = readPlace(sent.list ?? '');
    const undone = await undoDeletion(c.env, c.get('account').id, Number(sent.due), c.get('now'));
    return { to: linksAddress(query, start), notice: noticeAfter(undone) };
  },
  show: (c, forms, status) => showLinks(c, forms, readPlace(forms.state?.typed.list ?? ''), status),
});

const noticeAfter = ({ undone, staying }: Awaited<ReturnType<typeof undoDeletion>>): Notice => {
  if (undone === 0) return 'deletion-over';
  return staying === undone ? 'deletion-undone' : 'deletion-undone-partly';
};
