/** The form that changes the links that are selected in the list, as POST /v2/links/bulk does. */
import { changeInBulk } from '#api/links/bulk';
import { type LinkEdit, readLinkEdit } from '#api/links/link-edit';
import { wholeAccount } from '#api/links/link-owner';
import { parseCode } from '#domain/codes';
import { isRefused } from '#domain/outcome';
import { CHANGE_LINKS } from '../forms/declared/links';
import type { Fields } from '../forms/form';
import { handleForm } from '../forms/handle-form';
import { bodyOf, fieldOf, refusedFields } from '../link-fields';
import { linkPolicyOf } from '../link-policy';
import { linksAddress, placeOf } from '../links-query';
import { meterCall } from '../meter-call';
import { showLinks } from './links';

/** The edit that stops a link. A later edit may give it another end or, on any plan, none. */
const STOP: LinkEdit = { expiresIn: 0 };

/** The body of the edit; null to stop the links. */
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
    const body = bodyOfChange(sent);
    const edit = body === null ? STOP : readLinkEdit(body, await linkPolicyOf(c));
    const codes = (sent.codes ?? '').split(' ').flatMap((text) => parseCode(text) ?? []);
    const outcomes = await changeInBulk(c.env, wholeAccount(c.get('account').id), { codes }, edit, c.get('now'));
    const { query, cursor } = placeOf(sent.list ?? '');
    return {
      to: linksAddress(query, cursor),
      notice: outcomes.some(isRefused) ? 'links-changed-partly' : 'links-changed',
    };
  },
  fieldOf,
  show: (c, forms, status) => showLinks(c, forms, placeOf(forms.state?.typed.list ?? ''), status),
});
