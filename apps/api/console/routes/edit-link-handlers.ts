/** The page and the form that edit a link. The rules are those of PATCH /v2/links/:shortCode. */
import { editLink, LinkChanged } from '#api/links/link-changes';
import type { DetailedLink } from '#api/links/link-details';
import { readLinkEdit } from '#api/links/link-edit';
import { ownedLink } from '#api/links/owned-link';
import { checkNewDestination } from '#api/threats/check';
import { type ConsoleContext, createHandlers } from '../context';
import { CHANGED_MEANWHILE, refuseIfChanged, seenDigests } from '../edit-conflict';
import { editErrors, editOf } from '../edit-form';
import { EDIT_LINK } from '../forms/declared/links';
import type { Fields, Forms } from '../forms/form';
import { FormRefused, type RefusedStatus } from '../forms/form-refused';
import { formsOf } from '../forms/forms-of';
import { handleForm } from '../forms/handle-form';
import type { FormResult } from '../forms/run-once';
import { fieldOf, optionsOf } from '../link-fields';
import { linkPolicyOf } from '../link-policy';
import { meterCall } from '../meter-call';
import { show } from '../page';
import { deadLinkPage, deadReasonOf } from '../pages/dead-link';
import { editLinkPage } from '../pages/edit-link-page';

const linkInPath = (c: ConsoleContext): Promise<DetailedLink> =>
  ownedLink(c.env, c.get('account').id, c.req.param('code') ?? '');

async function showForm(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const link = await linkInPath(c);
  const death = link.blocked === null ? deadReasonOf(link, link.gone) : deadReasonOf(link, 'BLOCKED');
  if (death?.canRevive === false) return show(c, deadLinkPage(link.alias ?? link.code, death.message), 410);
  const { settings } = await linkPolicyOf(c);
  const options = optionsOf(c.get('account').plan, c.get('config').planPolicy, settings);
  return show(c, editLinkPage({ link, seen: await seenDigests(link), forms, options }), status);
}

async function edit(c: ConsoleContext, sent: Fields): Promise<FormResult> {
  const link = await linkInPath(c);
  const to = `/console/links/${link.alias ?? link.code}`;
  const body = editOf(sent, link);
  if (Object.keys(body).length === 0) return { to, notice: 'link-same' };
  const { now, id: accountId } = { now: c.get('now'), id: c.get('account').id };
  const change = readLinkEdit(body, await linkPolicyOf(c));
  const threat = change.url === undefined ? null : await checkNewDestination(c.env, change.url, now);
  try {
    await editLink(c.env, accountId, link.code, { ...change, threat }, now, link);
  } catch (error) {
    if (!(error instanceof LinkChanged)) throw error;
    await refuseIfChanged(sent, await linkInPath(c));
    throw new FormRefused([['form', CHANGED_MEANWHILE]], 409);
  }
  return { to, notice: 'link-changed' };
}

export const getEdit = createHandlers(async (c) => showForm(c, await formsOf(c)));

export const postEdit = handleForm(EDIT_LINK, {
  async check(c, sent) {
    await meterCall(c);
    const link = await linkInPath(c);
    await refuseIfChanged(sent, link);
    return editErrors(sent, editOf(sent, link), await linkPolicyOf(c));
  },
  run: edit,
  fieldOf,
  show: showForm,
});
