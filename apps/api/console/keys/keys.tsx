/** The page that lists the keys of the account, and makes new ones. Making a key counts as a call. */
import type { FC } from 'hono/jsx';
import { createKey, listAccountKeys, type UsedKey, withKeyUse } from '#api/accounts/keys';
import { readTexts } from '#api/accounts/rotation';
import { currentSettings } from '#api/platform/settings';
import { writeCurl } from '#api/samples/languages';
import { hasExpired } from '#domain/link';
import type { Plan } from '#domain/plans';
import { makeKeySecret } from '#secrets/from-seed';
import { Day, formatCount, Head, Moment } from '../components';
import { type ConsoleContext, createHandlers, readOrigin } from '../context';
import { Disclosure } from '../disclosure';
import type { Forms } from '../forms/form';
import { FormButtons, FormElement, wasSent } from '../forms/form-element';
import { handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { meterCall } from '../forms/run-once';
import { type ConsolePage, show } from '../page';
import { readActor } from '../sign-in/session';
import { checkRights, NEW_KEY, readRightsForm } from './forms';
import { Badges, KeyMask, When } from './key-badges';
import { chooseFirstRequest, redirectToText } from './key-text';
import { fillPreset, findPreset, PRESETS } from './rights';
import { AccessLines, Presets, RightsInputs } from './rights-card';

export const getKeys = createHandlers(async (c) => showKeys(c, await readForms(c)));

async function showKeys(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const account = c.get('account');
  const [keys, settings] = await Promise.all([
    listAccountKeys(c.env, account.id).then((all) => withKeyUse(c.env, all)),
    currentSettings(c.env, c.get('now')),
  ]);
  const { plan } = account;
  const [preset, name] = [findPreset(c.req.query('preset')), c.req.query('name')];
  const isOpen = c.req.query('new') !== undefined || preset !== undefined || wasSent(NEW_KEY, forms);
  const form = { plan, isOpen, preset, name, origin: readOrigin(c), forms };
  return show(c, keysPage({ keys, cap: settings.activeKeys[plan], now: c.get('now'), ...form }), status);
}

export const postKey = handleForm(NEW_KEY, {
  async check(c, sent) {
    await meterCall(c);
    return checkRights(sent, null, c.get('now'));
  },
  async run(c, sent, { seed, secretSeed }) {
    const name = (sent.name ?? '').trim();
    const rights = readRightsForm(sent, null, c.get('now'));
    const newKey = { ...rights, name, accountId: c.get('account').id, madeBy: 'console' as const };
    const generated = { id: seed.id, secret: makeKeySecret(secretSeed) };
    const { key } = await createKey(c.env, newKey, readActor(c), c.get('now'), generated);
    return redirectToText(key.id);
  },
  fillIn: fillPreset,
  show: showKeys,
});

type KeysView = NewKeyView & {
  readonly keys: readonly UsedKey[];
  readonly cap: number;
  readonly now: number;
};

const keysPage = ({ keys, cap, now, ...form }: KeysView): ConsolePage => {
  const usable = keys.filter(({ status }) => status !== 'revoked');
  const revoked = keys.filter(({ status }) => status === 'revoked');
  const active = usable.filter(({ status }) => status === 'active').length;
  const isMaking = form.isOpen || usable.length === 0;
  return {
    title: 'Keys',
    section: 'keys',
    own: 'keys',
    main: (
      <>
        <Head
          title="Keys"
          lead={
            <>
              {`${active} of ${cap} active keys. `}
              <a href="/docs/guide">Guide to the API</a>
            </>
          }
        >
          {!isMaking && (
            <a class="button" href={NEW}>
              Create key
            </a>
          )}
        </Head>
        {isMaking ? (
          <NewKey {...form} isFirst={usable.length === 0} />
        ) : (
          <p hidden data-draft-of={NEW_KEY.path}>
            <a href={NEW}>Continue the key you began</a>
          </p>
        )}
        {!form.isOpen && revoked.map((key) => <SelfRevoked one={key} />)}
        {usable.length > 0 && (
          <section class="card">
            <KeyTable keys={usable} now={now} name="Keys that can be used" />
          </section>
        )}
        {revoked.length > 0 && (
          <Disclosure summary={`Revoked keys (${revoked.length})`}>
            <section class="card">
              <KeyTable keys={revoked} now={now} name="Revoked keys" />
            </section>
          </Disclosure>
        )}
      </>
    ),
  };
};

/** Says that a call with the key itself has revoked it, because somebody has found the key (specification 12.11). */
const SelfRevoked: FC<{ one: UsedKey }> = ({ one: { id, name, selfRevokedAt } }) =>
  selfRevokedAt === null ? null : (
    <div class="alert wrong leak" role="status">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.500 22 20.500H2zM12 10v5M12 17.250v.5" />
      </svg>
      <div>
        <p>
          <b>
            “<a href={`/console/keys/${id}`}>{name}</a>” was revoked by a call using that key
          </b>
        </p>
        <p>
          <Moment at={selfRevokedAt} />. If you did not send that call, somebody has found the key. Create a new one,
          and check where this one was stored.
        </p>
      </div>
      <a class="button danger minor" href={NEW}>
        Create key
      </a>
    </div>
  );

type NewKeyView = {
  /** The plan of the account, and so that of the key. */
  readonly plan: Plan;
  /** Whether the page has the form. */
  readonly isOpen: boolean;
  /** What fills in the form: a preset, and the name that was typed before the preset was chosen. */
  readonly preset: string | undefined;
  readonly name: string | undefined;
  /** The origin of the API, for the sample. */
  readonly origin: string;
  readonly forms: Forms;
};

const KEYS = '/console/keys';
/** The address of the form of a new key. */
const NEW = `${KEYS}?new`;

/**
 * The card with the form of a new key, and beside it what the key is for.
 * @param isFirst whether the account has no key, so that there is no list to go back to
 */
const NewKey: FC<NewKeyView & { isFirst?: boolean }> = ({ plan, preset, name, origin, forms, isFirst }) => {
  const values = PRESETS[preset ?? 'full']?.values ?? {};
  return (
    <section class="card sided">
      <div class="stack">
        <h2>{isFirst ? 'Create your first key' : 'Create key'}</h2>
        <FormElement form={NEW_KEY} forms={forms}>
          {(shown) => (
            <>
              <Input of={shown} name="name" value={name} isFirst={preset === undefined} />
              <Presets of={shown} page={KEYS} own={NEW} values={values} preset={preset} />
              <RightsInputs of={shown} values={values} plan={plan} />
              {isFirst ? <button type="submit">Create key</button> : <FormButtons label="Create key" page={KEYS} />}
            </>
          )}
        </FormElement>
      </div>
      <div class="aside">
        <h3>What it is for</h3>
        <p class="soft small">
          <span class="of-servers">Your application sends its secret with every call.</span>{' '}
          <span class="of-pages">Your page sends its secret with every call, so every visitor can read it.</span> You
          see the secret once, right after you create the key.
        </p>
        <pre class="of-servers">
          <code>{writeSample(origin)}</code>
        </pre>
        <p class="soft small">
          Give each application a key of its own, with no more access than it needs. Then you can revoke one, and the
          others go on.
        </p>
      </div>
    </section>
  );
};

/** The first call of a key with all rights. */
const writeSample = (api: string): string =>
  writeCurl({
    api,
    ...chooseFirstRequest({ scopes: null, linkReach: null }),
    key: 'sl_…',
    access: 'key',
    response: 'json',
  });

type RowProps = { one: UsedKey; now: number };

/** The table of keys. A narrow window shows each key in two lines. */
const KeyTable: FC<{ keys: readonly UsedKey[]; now: number; name: string }> = ({ keys, now, name }) => (
  <table class="of-keys">
    <caption class="unseen">{name}</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Secret</th>
        <th scope="col">Access</th>
        <th scope="col" class="end">
          Calls this month
        </th>
        <th scope="col" class="end">
          Last used
        </th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <KeyRow one={key} now={now} />
      ))}
    </tbody>
  </table>
);

const KeyRow: FC<RowProps> = ({ one, now }) => (
  <tr>
    <th scope="row">
      <div class="line">
        <a class="name clip" href={`/console/keys/${one.id}`} title={one.name}>
          {one.name}
        </a>
        <Badges one={one} now={now} />
      </div>
      <p class="soft clip dates">
        <span class="roomy">
          Created <Day at={one.createdAt} />
          {one.expiresAt !== null && ', '}
        </span>
        {one.expiresAt !== null && (
          <>
            {hasExpired(one.expiresAt, now) ? 'expired' : 'expires'} <Day at={one.expiresAt} />
          </>
        )}
      </p>
    </th>
    <td>
      <KeyMask id={one.id} four={readTexts(one, now).current.lastFour} />
    </td>
    <td>
      <AccessLines one={one} />
    </td>
    <td class="end">
      <Calls one={one} />
    </td>
    <td class="end soft">
      <LastUsed one={one} now={now} />
    </td>
  </tr>
);

/** The calls of the month, and below them their share of the limit, once it is a tenth. */
const Calls: FC<{ one: UsedKey }> = ({ one: { use } }) => {
  if (use === null) return <>–</>;
  const { quota, quotaRemaining } = use.reading;
  const calls = quota - quotaRemaining;
  return (
    <>
      {formatCount(calls)}
      <span class="told">{calls === 1 ? ' call' : ' calls'}</span>
      {calls * 10 >= quota && (
        <progress class={quotaRemaining <= 0 ? 'full' : undefined} value={calls} max={quota} aria-hidden="true" />
      )}
    </>
  );
};

/** The last use. The object of the key knows it exactly, and D1 to the hour. */
const LastUsed: FC<RowProps> = ({ one: { use, lastUsedAt }, now }) => {
  const at = use?.lastUsedAt ?? lastUsedAt;
  if (at !== null) return <When at={at} now={now} />;
  return <>{use === null ? 'unknown' : 'never used'}</>;
};
