/**
 * The form that changes the links that are selected in the list, as POST /v2/links/bulk does, or deletes them. The page
 * of a link sends it for its own link, and is shown again.
 */
import { countBulkLinks } from '#api/accounts/account-windows';
import { changeInBulk } from '#api/links/bulk';
import { EditBody, type LinkEdit, readLinkEdit } from '#api/links/link-edit';
import { wholeAccount } from '#api/links/link-owner';
import { listRefusals } from '#api/links/link-request';
import { type ActKind, postponeAct, scheduleAct, undoAct } from '#api/links/scheduled-acts';
import type { ErrorCode } from '#domain/errors';
import { isRefused } from '#domain/refusal';
import { parseCode } from '#domain/short-address';
import type { ConsoleContext } from '../context';
import type { Fields } from '../forms/form';
import { handleForm } from '../forms/handle-form';
import { meterCall } from '../forms/run-once';
import { type ChangedLinks, encodeChanged, encodeLeft, type LeftLinks, type LeftReason, type Notice } from '../notices';
import { readLinkPolicy } from './account-links';
import { CHANGE_LINKS, CHANGES, DELETE, findField, isAct, UNDO } from './forms';
import { showLinks } from './links';
import { linksAddress, readPlace } from './links-query';
import { isSameAct } from './undo';

/** The body of an edit whose rules check the value of a change; null for a change without one. */
function readChange(sent: Fields, now: number): Record<string, unknown> | null {
  const change = CHANGES.get(sent.change ?? '');
  return change?.read === undefined ? null : { [change.name]: change.read(sent, now) };
}

/** The edit of a change, which the form has checked. */
async function readEdit(c: ConsoleContext, sent: Fields): Promise<LinkEdit> {
  const body = readChange(sent, c.get('now'));
  const checked = body === null ? {} : readLinkEdit(body, await readLinkPolicy(c));
  return CHANGES.get(sent.change ?? '')?.edit?.(checked) ?? {};
}

export const postLinkChanges = handleForm(CHANGE_LINKS, {
  async check(c, sent) {
    await meterCall(c);
    const change = CHANGES.get(sent.change ?? '');
    const body = readChange(sent, c.get('now'));
    if (change === undefined || body === null) return [];
    const errors = change.check?.(sent, c.get('now')) ?? [];
    if (errors.length > 0) return errors;
    if (change.missing !== undefined && body[change.name] === null) return [[change.name, change.missing]];
    return listRefusals(body, await readLinkPolicy(c), EditBody);
  },
  async run(c, sent) {
    const named = new Set(sent.codes?.split(' '));
    const codes = [...named].flatMap((text) => parseCode(text) ?? []);
    const act = sent.change === DELETE ? 'delete' : CHANGES.get(sent.change ?? '')?.act;
    const { id, plan } = c.get('account');
    if (codes.length > 0) await countBulkLinks(c.env, { accountId: id, plan }, codes.length, c.get('now'));
    const left = await (act === undefined ? changeAll(c, sent, codes) : schedule(c, act, codes));
    const [leftCount, to] = [named.size - codes.length + left.length, readReturn(sent)];
    if (leftCount > 0)
      return {
        to,
        notice: 'links-left',
        detail: encodeLeft({ asked: act ?? 'change', done: named.size - leftCount, left: leftCount, codes: left }),
      };
    // The page shows what is scheduled itself.
    if (act !== undefined) return { to };
    return { to, notice: 'links-changed', detail: encodeChanged(describeChange(sent, named.size, c.get('now'))) };
  },
  fieldOf: findField,
  show: (c, forms, status) => showLinks(c, forms, readPlace(forms.state?.typed.list ?? ''), status),
});

function describeChange(sent: Fields, done: number, now: number): ChangedLinks {
  const [value = null] = Object.values(readChange(sent, now) ?? {});
  const change = sent.change as ChangedLinks['change'];
  return { change, done, value: typeof value === 'number' ? now + value * 1000 : (value as readonly string[] | null) };
}

/** The page of a link, or the list, from which a form came. */
function readReturn({ list = '' }: Fields): string {
  const { query, start } = readPlace(list);
  return /^\/console\/links\/[\w-]+$/.exec(list)?.[0] ?? linksAddress(query, start);
}

/** Why a link was left out. A link that is changed may wait for its counter. */
const LEFT_REASONS: { readonly [code in ErrorCode]?: LeftReason } = { FIELD_INVALID: 'full', OVERLOADED: 'slow' };

/** Changes the links of these codes. @returns those left out @throws Refusal TAGS_EXCEEDED; then no link is changed */
async function changeAll(c: ConsoleContext, sent: Fields, codes: readonly string[]): Promise<LeftLinks['codes']> {
  const edit = await readEdit(c, sent);
  const outcomes = await changeInBulk(c.env, wholeAccount(c.get('account').id), { codes }, edit, c.get('now'));
  const crowded = outcomes.find((outcome) => isRefused(outcome) && outcome.code === 'TAGS_EXCEEDED');
  if (crowded !== undefined) throw crowded;
  return outcomes.flatMap((outcome, index) =>
    isRefused(outcome) ? [[LEFT_REASONS[outcome.code] ?? 'gone', codes[index] as string]] : [],
  );
}

/** Schedules an act for the links of these codes. @returns those left out */
async function schedule(c: ConsoleContext, act: ActKind, codes: readonly string[]): Promise<LeftLinks['codes']> {
  const scheduled = new Set(await scheduleAct(c.env, c.get('account').id, act, codes, c.get('now')));
  const reason = act === 'delete' ? 'gone' : 'over';
  return codes.filter((code) => !scheduled.has(code)).map((code) => [reason, code]);
}

/** Undoes what is scheduled, for ten seconds, or gives it more time (specification 14.10). */
export const postUndo = handleForm(UNDO, {
  async run(c, sent) {
    const to = readReturn(sent);
    const [accountId, now] = [c.get('account').id, c.get('now')];
    if (!isAct(sent.act)) return { to };
    const key = { act: sent.act, dueAt: Number(sent.due) };
    if (sent.answer !== 'more') return { to, notice: noticeAfter(await undoAct(c.env, accountId, key, now)) };
    if (await postponeAct(c.env, accountId, key, now)) return { to };
    // One that is not due has had all its time, which its bar says.
    return { to, notice: c.get('scheduled').some((one) => isSameAct(one, key)) ? undefined : 'undo-over' };
  },
  show: (c, forms, status) => showLinks(c, forms, readPlace(forms.state?.typed.list ?? ''), status),
});

const noticeAfter = ({ undone, staying }: Awaited<ReturnType<typeof undoAct>>): Notice => {
  if (undone === 0) return 'undo-over';
  return staying === undone ? 'undone' : 'undone-partly';
};
