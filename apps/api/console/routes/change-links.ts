/** The form that changes the links that are selected in the list, as POST /v2/links/bulk does, or deletes them. */
import { changeInBulk } from '#api/links/bulk';
import { type LinkEdit, readLinkEdit } from '#api/links/link-edit';
import { wholeAccount } from '#api/links/link-owner';
import { scheduleDeletion } from '#api/links/scheduled-deletions';
import { parseCode } from '#domain/codes';
import { isRefused } from '#domain/outcome';
import type { ConsoleContext } from '../context';
import { CHANGE_LINKS } from '../forms/declared/links';
import type { Fields } from '../forms/form';
import { handleForm } from '../forms/handle-form';
import { bodyOf, fieldOf, refusedFields } from '../link-fields';
import { linkPolicyOf } from '../link-policy';
import { linksAddress, placeOf } from '../links-query';
import { meterCall } from '../meter-call';
import type { Notice } from '../notices';
import { showLinks } from './links';

/** The edit that stops a link. A later edit may give it another end or, on any plan, none. */
const STOP: LinkEdit = { expiresIn: 0 };

/** The body of the edit; null to stop or to delete the links. */
const bodyOfChange = (sent: Fields): Record<string, unknown> | null =>
  sent.change === 'extend' ? { expiresIn: bodyOf(sent).expiresIn } : null;

export const postLinkChanges = handleForm(CHANGE_LINKS, {
  async check(c, sent) {
    await meterCall(c);
    const body = bodyOfChange(sent);
    if (body === null) return [];
    const policy = await linkPolicyOf(c);
    return refusedFields(Object.keys(body), () => readLinkEdit(body, policy));
  },
  async run(c, sent) {
    const { query, cursor } = placeOf(sent.list ?? '');
    const named = new Set(sent.codes?.split(' '));
    const codes = [...named].flatMap((text) => parseCode(text) ?? []);
    const change = sent.change === 'delete' ? deleteAll : changeAll;
    return { to: linksAddress(query, cursor), notice: await change(c, sent, codes, named.size) };
  },
  fieldOf,
  show: (c, forms, status) => showLinks(c, forms, placeOf(forms.state?.typed.list ?? ''), status),
});

/** Changes the links of these codes. @returns the notice */
type ChangeAll = (
  c: ConsoleContext,
  sent: Fields,
  codes: readonly string[],
  namedCount: number,
) => Promise<Notice | undefined>;

const changeAll: ChangeAll = async (c, sent, codes, namedCount) => {
  const body = bodyOfChange(sent);
  const edit = body === null ? STOP : readLinkEdit(body, await linkPolicyOf(c));
  const outcomes = await changeInBulk(c.env, wholeAccount(c.get('account').id), { codes }, edit, c.get('now'));
  const changed = outcomes.filter((outcome) => !isRefused(outcome));
  return changed.length < namedCount ? 'links-changed-partly' : 'links-changed';
};

/** The page shows the scheduled deletion itself, so there is a notice only about links that are left out. */
const deleteAll: ChangeAll = async (c, _sent, codes, namedCount) => {
  const scheduled = await scheduleDeletion(c.env, c.get('account').id, codes, c.get('now'));
  return scheduled < namedCount ? 'links-deleted-partly' : undefined;
};
