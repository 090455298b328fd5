/**
 * The pages and forms that make, name, rotate, switch and revoke keys. The operator's endpoints have the same rules.
 * Making a key counts as a call. Rotating and stopping a key does not, because a leaked key must end at once.
 */
import {
  changeKey,
  createKey,
  type Key,
  KeyChanged,
  listKeysOf,
  ownKey,
  readKeyUse,
  revokeKey,
  withKeyUse,
} from '#api/accounts/keys';
import { endPreviousText, rotateKey } from '#api/accounts/rotation';
import { currentSettings } from '#api/platform/settings';
import { Refusal } from '#domain/refusal';
import { hashText } from '#secrets/digest';
import { keySecretFrom } from '#secrets/from-seed';
import { type ConsoleContext, createHandlers, originOf } from '../context';
import type { Fields, Forms } from '../forms/form';
import { FormRefused, handleForm, type RefusedStatus } from '../forms/handle-form';
import { clearKeyText, readForms, readKeyText } from '../forms/kept-in-browser';
import { type FormResult, meterCall, type Run } from '../forms/run-once';
import { show } from '../page';
import { readActor } from '../sign-in/session';
import {
  checkRights,
  END_TEXT,
  NAME_KEY,
  NEW_KEY,
  RESTRICT_KEY,
  REVOKE_KEY,
  ROTATE_KEY,
  readRightsForm,
  SWITCH_KEY,
} from './forms';
import { keyPage } from './key';
import { keyTextPage, textWasShownPage } from './key-text';
import { keysPage } from './keys';
import { fillPreset, findPreset } from './rights';

async function showKeys(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const account = c.get('account');
  const [keys, settings] = await Promise.all([
    listKeysOf(c.env, account.id).then((all) => withKeyUse(c.env, all)),
    currentSettings(c.env, c.get('now')),
  ]);
  const { plan } = account;
  const [preset, name] = [findPreset(c.req.query('preset')), c.req.query('name')];
  const form = { plan, preset, name, origin: originOf(c), forms };
  return show(c, keysPage({ keys, cap: settings.activeKeys[plan], now: c.get('now'), ...form }), status);
}

async function showKey(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const key = await keyInPath(c);
  const used = { ...key, use: await readKeyUse(c.env, key.id) };
  const [preset, rotates] = [findPreset(c.req.query('preset')), c.req.query('rotate') !== undefined];
  return show(c, keyPage({ key: used, preset, rotates, forms, now: c.get('now') }), status);
}

const keyInPath = (c: ConsoleContext): Promise<Key> => ownKey(c.env, c.get('account').id, c.req.param('id') ?? '');

const keyPath = ({ id }: Pick<Key, 'id'>): string => `/console/keys/${id}`;

/** The redirect to the page that shows the new text of a key. */
const redirectToText = (id: string): FormResult => ({
  to: `${keyPath({ id })}/text`,
  hands: { kind: 'key', keyId: id },
});

export const getKeys = createHandlers(async (c) => showKeys(c, await readForms(c)));

export const postKey = handleForm(NEW_KEY, {
  async check(c, sent) {
    await meterCall(c);
    return checkRights(sent, null, c.get('now'));
  },
  async run(c, sent, { seed, secretSeed }) {
    const name = (sent.name ?? '').trim();
    const rights = readRightsForm(sent, null, c.get('now'));
    const newKey = { ...rights, name, accountId: c.get('account').id, madeBy: 'console' as const };
    const generated = { id: seed.id, secret: keySecretFrom(secretSeed) };
    const { key } = await createKey(c.env, newKey, readActor(c), c.get('now'), generated);
    return redirectToText(key.id);
  },
  fillIn: fillPreset,
  show: showKeys,
});

export const getKey = createHandlers(async (c) => {
  clearKeyText(c, c.req.param('id') ?? '');
  return showKey(c, await readForms(c));
});

/** The page with the text of a key. Only the browser that made or rotated the key sees it, for two minutes. */
export const getKeyText = createHandlers(async (c) => {
  const key = await keyInPath(c);
  const text = await readKeyText(c, key.id);
  const isCurrent = text !== null && (await hashText(text)) === key.digest;
  return show(c, isCurrent ? keyTextPage(key, text, originOf(c)) : textWasShownPage(key));
});

export const postKeyName = handleForm(NAME_KEY, {
  async run(c, sent) {
    const key = await keyInPath(c);
    await changeKey(c.env, key.id, { name: (sent.name ?? '').trim() }, readActor(c), c.get('now'));
    return { to: keyPath(key), notice: 'key-renamed' };
  },
  show: showKey,
});

const CHANGED = 'The key was changed meanwhile. The page shows it as it is now: look again, and save.';

/** Sets the rights of a key, unless the key has changed since the page of the form was shown. */
async function restrict(c: ConsoleContext, sent: Fields): Promise<FormResult> {
  const { id, expiresAt } = await keyInPath(c);
  try {
    const seenVersion = Number(sent.version || Number.NaN);
    await changeKey(c.env, id, readRightsForm(sent, expiresAt, c.get('now')), readActor(c), c.get('now'), seenVersion);
  } catch (error) {
    if (!(error instanceof KeyChanged)) throw error;
    throw new FormRefused([['form', CHANGED]], 409);
  }
  return { to: keyPath({ id }), notice: 'key-restricted' };
}

export const postRights = handleForm(RESTRICT_KEY, {
  check: async (c, sent) => checkRights(sent, (await keyInPath(c)).expiresAt, c.get('now')),
  run: restrict,
  fillIn: fillPreset,
  show: showKey,
});

/** Rotates a key. Where an older text still works, the form must say which of the two ends now. */
async function rotate(c: ConsoleContext, { current, older, grace }: Fields, { secretSeed }: Run): Promise<FormResult> {
  const { id } = await keyInPath(c);
  const keepsOlder = older === 'current';
  const expected = { current, ...(older && { endsPrevious: !keepsOlder }) };
  try {
    const graceSeconds = keepsOlder ? 0 : Number(grace);
    await rotateKey(c.env, id, graceSeconds, readActor(c), c.get('now'), expected, keySecretFrom(secretSeed));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ROTATION_UNDER_WAY') throw error;
    throw new FormRefused([['older', 'Choose one of the two.']], 409);
  }
  return redirectToText(id);
}

export const postRotation = handleForm(ROTATE_KEY, {
  run: rotate,
  show: showKey,
});

export const postTextEnd = handleForm(END_TEXT, {
  async run(c, { mark }) {
    const key = await keyInPath(c);
    await endPreviousText(c.env, key.id, readActor(c), c.get('now'), mark);
    return { to: keyPath(key), notice: 'text-ended' };
  },
  show: showKey,
});

export const postSwitch = handleForm(SWITCH_KEY, {
  async run(c, sent) {
    const key = await keyInPath(c);
    const status = sent.status === 'active' ? 'active' : 'inactive';
    await changeKey(c.env, key.id, { status }, readActor(c), c.get('now'));
    return { to: keyPath(key), notice: status === 'active' ? 'key-on' : 'key-off' };
  },
  show: showKey,
});

export const postRevocation = handleForm(REVOKE_KEY, {
  async run(c) {
    const key = await keyInPath(c);
    await revokeKey(c.env, key.id, readActor(c), c.get('now'));
    return { to: '/console/keys', notice: 'key-revoked' };
  },
  show: showKey,
});
