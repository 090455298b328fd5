/**
 * API keys: made, named, rotated, switched off and on, revoked. The rules are those of the operator's routes. Making one is
 * metered as making a link is; stopping and renewing one is not, because a key that leaked cannot wait.
 */
import { Refusal } from '#domain/refusal';
import { changeKey, createKey, type Key, listKeysOf, ownKey, revokeKey } from '../../keys';
import { rotateKey } from '../../rotation';
import { KeyName } from '../../routes/admin/fields';
import { currentSettings } from '../../settings';
import { type ConsoleContext, createHandlers, originOf } from '../context';
import { type FormErrors, NO_ERRORS, readFields, statusOf, tellRetryAfter, wordsOf } from '../form';
import { useOf, withUse } from '../key-use';
import { meterCall } from '../make-link';
import { noticeOf } from '../notices';
import { show } from '../page';
import { GRACE_CHOICES, keyPage, keysPage, keyTextPage } from '../pages/keys';

type Status = 200 | 400 | 409 | 429;
type Typed = { readonly name: string; readonly errors: FormErrors };

async function showKeys(c: ConsoleContext, { name, errors }: Typed, status: Status = 200): Promise<Response> {
  const account = c.get('account');
  const [keys, settings] = await Promise.all([
    listKeysOf(c.env, account.id).then((all) => withUse(c.env, all)),
    currentSettings(c.env, c.get('now')),
  ]);
  const notice = noticeOf(c.req.query('done'));
  return show(c, keysPage({ keys, cap: settings.activeKeys[account.plan], name, errors, notice }), status);
}

async function showKey(c: ConsoleContext, key: Key, typed?: Typed, status: Status = 200): Promise<Response> {
  const { name = key.name, errors = NO_ERRORS } = typed ?? {};
  const used = { ...key, use: await useOf(c.env, key.id) };
  return show(c, keyPage({ key: used, name, errors, notice: noticeOf(c.req.query('done')) }), status);
}

const theirKey = (c: ConsoleContext): Promise<Key> => ownKey(c.env, c.get('account').id, c.req.param('id') ?? '');

/** What the API says of a name; undefined for a good one. */
const nameErrorOf = (name: string): string | undefined => KeyName.safeParse(name).error?.issues[0]?.message;

/** A refusal that the keys as they are or the meter gives, as an error of the form; anything else goes on. */
function refusedBy(c: ConsoleContext, error: unknown): { errors: FormErrors; status: Status } {
  if (!(error instanceof Refusal)) throw error;
  const status = statusOf(error);
  if (status !== 409 && status !== 429) throw error;
  tellRetryAfter(c, error);
  return { errors: { form: wordsOf(error) }, status };
}

export const getKeys = createHandlers((c) => showKeys(c, { name: '', errors: NO_ERRORS }));

export const postKey = createHandlers(async (c) => {
  const name = ((await readFields(c)).name ?? '').trim();
  const wrong = nameErrorOf(name);
  if (wrong !== undefined) return showKeys(c, { name, errors: { name: wrong } }, 400);
  try {
    await meterCall(c);
    const { key, text } = await createKey(c.env, { name, accountId: c.get('account').id }, c.get('now'));
    return show(c, keyTextPage(key, text, originOf(c), false), 201);
  } catch (error) {
    const { errors, status } = refusedBy(c, error);
    return showKeys(c, { name, errors }, status);
  }
});

export const getKey = createHandlers(async (c) => showKey(c, await theirKey(c)));

export const postKeyName = createHandlers(async (c) => {
  const key = await theirKey(c);
  const name = ((await readFields(c)).name ?? '').trim();
  const wrong = nameErrorOf(name);
  if (wrong !== undefined) return showKey(c, key, { name, errors: { name: wrong } }, 400);
  try {
    await changeKey(c.env, key.id, { name }, c.get('now'));
  } catch (error) {
    const { errors, status } = refusedBy(c, error);
    return showKey(c, key, { name, errors }, status);
  }
  return c.redirect(`/console/keys/${key.id}?done=key-renamed`, 303);
});

export const postRotation = createHandlers(async (c) => {
  const key = await theirKey(c);
  const { grace = '' } = await readFields(c);
  if (!GRACE_CHOICES.includes(grace))
    return showKey(c, key, { name: key.name, errors: { form: 'Choose how long the old text still works.' } }, 400);
  try {
    const { text } = await rotateKey(c.env, key.id, Number(grace), c.get('now'));
    return show(c, keyTextPage(key, text, originOf(c), true));
  } catch (error) {
    const { errors, status } = refusedBy(c, error);
    return showKey(c, key, { name: key.name, errors }, status);
  }
});

export const postSwitch = createHandlers(async (c) => {
  const key = await theirKey(c);
  const status = (await readFields(c)).status === 'active' ? 'active' : 'inactive';
  try {
    await changeKey(c.env, key.id, { status }, c.get('now'));
  } catch (error) {
    const { errors, status } = refusedBy(c, error);
    return showKey(c, key, { name: key.name, errors }, status);
  }
  return c.redirect(`/console/keys/${key.id}?done=${status === 'active' ? 'key-on' : 'key-off'}`, 303);
});

export const postRevocation = createHandlers(async (c) => {
  const key = await theirKey(c);
  await revokeKey(c.env, key.id);
  return c.redirect('/console/keys?done=key-revoked', 303);
});
