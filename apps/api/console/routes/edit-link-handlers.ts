/** The forms that edit a link, one for each fact. The rules are those of PATCH /v2/links/:shortCode. */
import { editLink, LinkChanged } from '#api/links/link-changes';
import type { DetailedLink } from '#api/links/link-details';
import { readLinkEdit } from '#api/links/link-edit';
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { checkNewDestination } from '#api/threats/check';
import type { ConsoleContext } from '../context';
import { CHANGED_MEANWHILE, refuseIfChanged } from '../edit-conflict';
import { editErrors, editOf } from '../edit-form';
import { EDITS } from '../forms/declared/edits';
import type { Fields } from '../forms/form';
import { FormRefused } from '../forms/form-refused';
import { handleForm } from '../forms/handle-form';
import type { FormResult } from '../forms/run-once';
import { FACT_NAMES, type Fact } from '../link-facts';
import { fieldOf } from '../link-fields';
import { linkPolicyOf } from '../link-policy';
import { meterCall } from '../meter-call';
import { showLink } from './links';

const linkInPath = (c: ConsoleContext): Promise<DetailedLink> =>
  ownedLink(c.env, wholeAccount(c.get('account').id), c.req.param('code') ?? '');

const pageOf = ({ alias, code }: DetailedLink): string => `/console/links/${alias ?? code}`;

async function edit(c: ConsoleContext, fact: Fact, sent: Fields): Promise<FormResult> {
  const link = await linkInPath(c);
  const to = pageOf(link);
  const body = editOf(sent, link);
  if (Object.keys(body).length === 0) return { to, notice: 'link-same' };
  const { now, id: accountId } = { now: c.get('now'), id: c.get('account').id };
  const change = readLinkEdit(body, await linkPolicyOf(c));
  const threat = change.url === undefined ? null : await checkNewDestination(c.env, change.url, now);
  try {
    await editLink(c.env, wholeAccount(accountId), link.code, { ...change, threat }, now, link);
  } catch (error) {
    if (!(error instanceof LinkChanged)) throw error;
    await refuseIfChanged(fact, sent, await linkInPath(c));
    throw new FormRefused([['form', CHANGED_MEANWHILE]], 409);
  }
  return { to, notice: 'link-changed' };
}

const handleEdit = (fact: Fact) =>
  handleForm(EDITS[fact], {
    async check(c, sent) {
      await meterCall(c);
      const link = await linkInPath(c);
      await refuseIfChanged(fact, sent, link);
      return editErrors(sent, editOf(sent, link), await linkPolicyOf(c));
    },
    run: (c, sent) => edit(c, fact, sent),
    fieldOf,
    show: showLink,
  });

/** The route of each form, and its handlers. */
export const LINK_EDITS = FACT_NAMES.map((fact) => ({ path: EDITS[fact].path, handlers: handleEdit(fact) }));
