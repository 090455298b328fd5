/**
 * The page of one key: its use, its secrets, and the forms that change it. Rotating or stopping a key does not count as
 * a call.
 */
import type { FC } from 'hono/jsx';
import { changeKey, KeyChanged, readKeyUse, revokeKey, type UsedKey } from '#api/accounts/keys';
import { endPreviousText, readTexts, rotateKey } from '#api/accounts/rotation';
import { Refusal } from '#domain/refusal';
import { makeKeySecret } from '#secrets/from-seed';
import { Alert, DangerCard, Day, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { Disclosure } from '../disclosure';
import type { Fields, Forms } from '../forms/form';
import { FormButtons, FormElement, wasSent } from '../forms/form-element';
import { FormRefused, handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { clearKeyText, readForms } from '../forms/kept-in-browser';
import type { FormResult, Run } from '../forms/run-once';
import { type ConsolePage, show } from '../page';
import { Popover } from '../popover';
import { readActor } from '../sign-in/session';
import { namePlan } from '../words';
import {
  checkRights,
  END_TEXT,
  NAME_KEY,
  RESTRICT_KEY,
  REVOKE_KEY,
  ROTATE_KEY,
  readRightsForm,
  SWITCH_KEY,
} from './forms';
import { Badges } from './key-badges';
import { KeySecrets } from './key-secrets';
import { findKey, keyPath, redirectToText } from './key-text';
import { KeyUseCard } from './key-use';
import { fillPreset, findPreset, MAKERS } from './rights';
import { KeyRights } from './rights-card';

export const getKey = createHandlers(async (c) => {
  clearKeyText(c, c.req.param('id') ?? '');
  return showKey(c, await readForms(c));
});

async function showKey(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const key = await findKey(c);
  const used = { ...key, use: await readKeyUse(c.env, key.id) };
  const [preset, rotates] = [findPreset(c.req.query('preset')), c.req.query('rotate') !== undefined];
  return show(c, keyPage({ key: used, preset, rotates, forms, now: c.get('now') }), status);
}

export const postKeyName = handleForm(NAME_KEY, {
  async run(c, sent) {
    const key = await findKey(c);
    await changeKey(c.env, key.id, { name: (sent.name ?? '').trim() }, readActor(c), c.get('now'));
    return { to: `${keyPath(key)}#title`, notice: 'key-renamed' };
  },
  show: showKey,
});

const CHANGED = 'The key was changed meanwhile. The page shows it as it is now: look again, and save.';

/** Sets the rights of a key, unless the key has changed since the page of the form was shown. */
async function restrict(c: ConsoleContext, sent: Fields): Promise<FormResult> {
  const { id, expiresAt } = await findKey(c);
  try {
    const seenVersion = Number(sent.version || Number.NaN);
    await changeKey(c.env, id, readRightsForm(sent, expiresAt, c.get('now')), readActor(c), c.get('now'), seenVersion);
  } catch (error) {
    if (!(error instanceof KeyChanged)) throw error;
    throw new FormRefused([['form', CHANGED]], 409);
  }
  return { to: `${keyPath({ id })}#permissions`, notice: 'key-restricted' };
}

export const postRights = handleForm(RESTRICT_KEY, {
  check: async (c, sent) => checkRights(sent, (await findKey(c)).expiresAt, c.get('now')),
  run: restrict,
  fillIn: fillPreset,
  show: showKey,
});

/** Rotates a key. Where an older text still works, the form must say which of the two ends now. */
async function rotate(c: ConsoleContext, { current, older, grace }: Fields, { secretSeed }: Run): Promise<FormResult> {
  const { id } = await findKey(c);
  const keepsOlder = older === 'current';
  const expected = { current, ...(older && { endsPrevious: !keepsOlder }) };
  try {
    const graceSeconds = keepsOlder ? 0 : Number(grace);
    await rotateKey(c.env, id, graceSeconds, readActor(c), c.get('now'), expected, makeKeySecret(secretSeed));
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
    const key = await findKey(c);
    await endPreviousText(c.env, key.id, readActor(c), c.get('now'), mark);
    return { to: `${keyPath(key)}#secret`, notice: 'text-ended' };
  },
  show: showKey,
});

export const postSwitch = handleForm(SWITCH_KEY, {
  async run(c, sent) {
    const key = await findKey(c);
    const status = sent.status === 'active' ? 'active' : 'inactive';
    await changeKey(c.env, key.id, { status }, readActor(c), c.get('now'));
    // The page of a key that is off says so itself.
    return { to: `${keyPath(key)}#title`, notice: status === 'active' ? 'key-on' : undefined };
  },
  show: showKey,
});

export const postRevocation = handleForm(REVOKE_KEY, {
  async run(c) {
    const key = await findKey(c);
    await revokeKey(c.env, key.id, readActor(c), c.get('now'));
    return { to: '/console/keys', notice: 'key-revoked' };
  },
  show: showKey,
});
type KeyView = {
  readonly key: UsedKey;
  /** The preset that fills in the form of the rights. */
  readonly preset: string | undefined;
  /** Whether the form of a rotation is open. */
  readonly rotates: boolean;
  readonly forms: Forms;
  readonly now: number;
};

/** A name with more characters than this has a smaller title of at most two lines. */
const LONG_NAME = 40;

const keyPage = ({ key, preset, rotates, forms, now }: KeyView): ConsolePage => {
  const { id, name, status } = key;
  return {
    title: name,
    section: 'keys',
    own: 'keys',
    main: (
      <>
        <div class="of-key">
          <Head back={['Keys', '/console/keys']} title={<Title one={key} now={now} />} lead={<Origin one={key} />}>
            {status !== 'revoked' && <Acts one={key} forms={forms} />}
          </Head>
        </div>
        {status === 'inactive' && (
          <Alert kind="wait" lead="This key is switched off.">
            Calls with it get 401 until it is switched on again.
          </Alert>
        )}
        <KeyUseCard one={key} now={now} />
        <KeyRights one={key} preset={preset} forms={forms} now={now} />
        {status !== 'revoked' && (
          <>
            <KeySecrets one={key} texts={readTexts(key, now, key.use)} rotates={rotates} forms={forms} now={now} />
            <RevokeCard id={id} forms={forms} />
          </>
        )}
      </>
    ),
  };
};

const Title: FC<{ one: UsedKey; now: number }> = ({ one, now }) => (
  <span class="line">
    <span class={one.name.length > LONG_NAME ? 'long few' : undefined} title={one.name}>
      {one.name}
    </span>
    <Badges one={one} now={now} />
  </span>
);

const Origin: FC<{ one: UsedKey }> = ({ one: { createdAt, madeBy, plan, accountPlan } }) => (
  <>
    Created <Day at={createdAt} /> {MAKERS[madeBy]}
    {` · ${namePlan(plan ?? accountPlan)} plan`}
  </>
);

type ActsProps = { one: UsedKey; forms: Forms };

/** The most frequent actions on a key. The form for a new name takes the place of the title. */
const Acts: FC<ActsProps> = ({ one: { id, name, status }, forms }) => (
  <div class="line acts">
    <Disclosure class="rename" summary="Rename" look="button quiet minor" isOpen={wasSent(NAME_KEY, forms, { id })}>
      <FormElement form={NAME_KEY} forms={forms} params={{ id }}>
        {(shown) => (
          <>
            <Input of={shown} name="name" value={name} isNamed isFirst />
            <FormButtons label="Save" page={`/console/keys/${id}`} />
          </>
        )}
      </FormElement>
    </Disclosure>
    {status === 'active' ? (
      <Popover
        id="switch-off"
        label="Switch off"
        title="Switch this key off?"
        look="quiet minor"
        isOpen={wasSent(SWITCH_KEY, forms, { id })}
      >
        <p>Calls with it get 401 until you switch it on again.</p>
        <SwitchForm id={id} to="inactive" look="danger" label="Switch off now" forms={forms} />
      </Popover>
    ) : (
      <SwitchForm id={id} to="active" look="quiet minor" label="Switch on" forms={forms} />
    )}
  </div>
);

type FormProps = { id: string; forms: Forms };

type SwitchProps = FormProps & { to: 'active' | 'inactive'; label: string; look: string };

const SwitchForm: FC<SwitchProps> = ({ id, to, label, look, forms }) => (
  <FormElement form={SWITCH_KEY} forms={forms} params={{ id }}>
    {(shown) => (
      <>
        <Input of={shown} name="status" value={to} />
        <button class={look} type="submit">
          {label}
        </button>
      </>
    )}
  </FormElement>
);

const RevokeCard: FC<FormProps> = ({ id, forms }) => (
  <DangerCard
    title="Revoke this key"
    words="It stops working at once, and cannot be switched on again. Its links stay."
  >
    <Disclosure summary="Revoke key" look="button danger minor" hasCancel isOpen={wasSent(REVOKE_KEY, forms, { id })}>
      <FormElement form={REVOKE_KEY} forms={forms} params={{ id }}>
        {() => (
          <button class="danger" type="submit">
            Revoke for good
          </button>
        )}
      </FormElement>
    </Disclosure>
  </DangerCard>
);
