/** Editing a link: by the rules of PATCH /v2/links/:shortCode. */
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { editLink } from '../../link-changes';
import { readLinkEdit } from '../../link-edit';
import { ownLink } from '../../own-link';
import { currentSettings } from '../../settings';
import { termsOf } from '../../terms';
import { vetDestination } from '../../threats/vet';
import { type ConsoleContext, createHandlers, originOf } from '../context';
import { editOf } from '../edit-form';
import { type Fields, type FormErrors, NO_ERRORS, readFields, statusOf, tellRetryAfter } from '../form';
import { linkErrors, optionsOf } from '../link-form';
import { meterCall } from '../make-link';
import { show } from '../page';
import { editLinkPage } from '../pages/edit-link';

const theirLink = (c: ConsoleContext): Promise<Link> => ownLink(c.env, c.get('account').id, c.req.param('code') ?? '');

async function showForm(c: ConsoleContext, link: Link, typed: Fields, errors: FormErrors, status: 200 | 400 = 200) {
  const settings = await currentSettings(c.env, c.get('now'));
  const options = optionsOf(c.get('account').plan, c.get('config').planPolicy, settings);
  return show(c, editLinkPage({ link, typed, errors, options }), status);
}

/** @throws Refusal as PATCH /v2/links/:shortCode does */
async function edit(c: ConsoleContext, shortCode: string, body: Record<string, unknown>): Promise<void> {
  await meterCall(c);
  const now = c.get('now');
  const { id: accountId, plan, reservedOverride } = c.get('account');
  const deployment = { config: c.get('config'), settings: await currentSettings(c.env, now), origin: originOf(c) };
  const wanted = readLinkEdit(body, termsOf(deployment, { accountId, plan, reservedOverride }));
  const threat = wanted.url === undefined ? null : await vetDestination(c.env, wanted.url, now);
  await editLink(c.env, accountId, shortCode, { ...wanted, threat }, now);
}

export const getEdit = createHandlers(async (c) => showForm(c, await theirLink(c), {}, NO_ERRORS));

export const postEdit = createHandlers(async (c) => {
  const link = await theirLink(c);
  const shortCode = link.alias ?? link.code;
  const typed = await readFields(c);
  const body = editOf(typed, link);
  if (Object.keys(body).length === 0) return c.redirect(`/console/links/${shortCode}`, 303);
  try {
    await edit(c, shortCode, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tellRetryAfter(c, error);
    return showForm(c, link, typed, linkErrors(error), statusOf(error) as 400);
  }
  return c.redirect(`/console/links/${shortCode}?done=link-changed`, 303);
});
