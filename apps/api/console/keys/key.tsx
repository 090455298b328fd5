/** The page of one key: its use, its texts, and the forms that change it. */
import type { Child, FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/keys';
import { type CurrentText, type PreviousText, readTexts, type KeyTexts as Texts } from '#api/accounts/rotation';
import { Alert, Day, Head, Moment } from '../components';
import { Corner, Danger, Ends } from '../disclosures';
import type { Forms } from '../forms/form';
import { FormElement, type FormView, wasSent } from '../forms/form-element';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { namePlan } from '../words';
import { END_TEXT, GRACES, NAME_KEY, REVOKE_KEY, ROTATE_KEY, SWITCH_KEY } from './forms';
import { Badges, KeyMask, When } from './key-badges';
import { KeyUseCard } from './key-use';
import { MAKERS } from './rights';
import { KeyRights } from './rights-card';

type KeyView = {
  readonly key: UsedKey;
  /** The preset that fills in the form of the rights. */
  readonly preset: string | undefined;
  /** Whether the form of a rotation is open. */
  readonly rotates: boolean;
  readonly forms: Forms;
  readonly now: number;
};

/** Names beyond so many characters have a smaller title of at most two lines. */
const LONG_NAME = 40;

export const keyPage = ({ key, preset, rotates, forms, now }: KeyView): ConsolePage => {
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
            <KeyTexts one={key} texts={readTexts(key, now, key.use)} rotates={rotates} forms={forms} now={now} />
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

/** What is done with a key most. The form of a new name takes the place of the title. */
const Acts: FC<ActsProps> = ({ one: { id, name, status }, forms }) => (
  <div class="line acts">
    <details class="rename" open={wasSent(NAME_KEY, forms, { id })}>
      <summary class="button quiet minor">Rename</summary>
      <FormElement form={NAME_KEY} forms={forms} params={{ id }}>
        {(shown) => (
          <>
            <Input of={shown} name="name" value={name} isNamed />
            <Ends label="Save" page={`/console/keys/${id}`} />
          </>
        )}
      </FormElement>
    </details>
    <SwitchForm id={id} isOn={status === 'active'} forms={forms} />
  </div>
);

type FormProps = { id: string; forms: Forms };

const SwitchForm: FC<FormProps & { isOn: boolean }> = ({ id, isOn, forms }) => (
  <FormElement form={SWITCH_KEY} forms={forms} params={{ id }}>
    {(shown) => (
      <>
        <Input of={shown} name="status" value={isOn ? 'inactive' : 'active'} />
        <button class="quiet minor" type="submit">
          {isOn ? 'Switch off' : 'Switch on'}
        </button>
      </>
    )}
  </FormElement>
);

const RevokeCard: FC<FormProps> = ({ id, forms }) => (
  <Danger
    title="Revoke this key"
    words="It stops working at once, and cannot be switched on again. Its links stay."
    opens="Revoke key"
    isOpen={wasSent(REVOKE_KEY, forms, { id })}
  >
    <FormElement form={REVOKE_KEY} forms={forms} params={{ id }}>
      {() => (
        <button class="danger" type="submit">
          Revoke for good
        </button>
      )}
    </FormElement>
  </Danger>
);

/** The card with the texts of a key, and the form that rotates the key. */

type Props = { one: UsedKey; texts: Texts; rotates: boolean; forms: Forms; now: number };

/** The card with the secrets of a key, and in its corner the form that rotates the key. */
export const KeyTexts: FC<Props> = ({ one, texts, rotates, forms, now }) => {
  const { id } = one;
  const { current, previous } = texts;
  const useOf = (text: CurrentText | PreviousText) => <Use of={text} isKnown={one.use !== null} now={now} />;
  return (
    <section class="card corner" id="secret">
      <h2>{previous === null ? 'Secret' : 'Secrets'}</h2>
      <ul class="rows">
        <li class="row">
          <TextFacts id={id} text={current} use={useOf(current)} name={previous && 'Current'} />
        </li>
        {previous && (
          <li class="row">
            <TextFacts id={id} text={previous} use={useOf(previous)} name="Previous" />
            <FormElement form={END_TEXT} forms={forms} params={{ id }} class="plain">
              {(shown) => (
                <>
                  <Input of={shown} name="mark" value={previous.mark} />
                  <button class="danger minor" type="submit">
                    End now
                  </button>
                </>
              )}
            </FormElement>
          </li>
        )}
      </ul>
      <Corner summary="Rotate" isOpen={rotates || wasSent(ROTATE_KEY, forms, { id })}>
        <FormElement form={ROTATE_KEY} forms={forms} params={{ id }} class="rotation">
          {(shown) => (
            <>
              <RotationFields shown={shown} texts={texts} useOf={useOf} />
              <Ends label="Rotate secret" page={`/console/keys/${id}`} />
            </>
          )}
        </FormElement>
      </Corner>
    </section>
  );
};

type UseProps = { of: CurrentText | PreviousText; isKnown: boolean; now: number };

/** The last use of a text, which is known to the hour. */
const Use: FC<UseProps> = ({ of: { lastUsedAt }, isKnown, now }) => {
  if (lastUsedAt === null) return <>{isKnown ? 'never used' : 'use unknown'}</>;
  if (dayHour(now) === lastUsedAt) return <>used within the hour</>;
  return (
    <>
      used <When at={lastUsedAt} now={now} />
    </>
  );
};

const HOUR_MS = 3_600_000;
const dayHour = (at: number): number => at - (at % HOUR_MS);

type TextFactsProps = { id: string; text: CurrentText | PreviousText; use: Child; name: string | null };

const TextFacts: FC<TextFactsProps> = ({ id, text, use, name }) => (
  <div>
    <p class="line">
      {name && <span class="name">{name}</span>}
      <KeyMask id={id} four={text.lastFour} />
      {text.worksUntil !== null && (
        <span class="badge wait">
          Works until <Moment at={text.worksUntil} />
        </span>
      )}
    </p>
    <p class="soft small told-of">{use}</p>
  </div>
);

type RotationProps = { shown: FormView; texts: Texts; useOf: (text: CurrentText | PreviousText) => Child };

/**
 * The fields of a rotation. While an older text works, the form asks which text ends, because a key has at most two.
 * The stylesheet then asks for the end of the current one only if it does not end now.
 */
const RotationFields: FC<RotationProps> = ({ shown, texts: { current, previous }, useOf }) => (
  <>
    <p class="soft">The key gets a new secret. While an older one works, both share the limits of the key.</p>
    <Input of={shown} name="current" value={current.mark} />
    {previous && (
      <Input
        of={shown}
        name="older"
        look="tiles"
        options={[
          ['older', <Ending title="End the previous one" text={previous} use={useOf(previous)} />],
          ['current', <Ending title="End the current one" text={current} use={useOf(current)} />],
        ]}
      />
    )}
    <Input of={shown} name="grace" value="86400" options={GRACES} look="pills" />
  </>
);

type EndingProps = { title: string; text: CurrentText | PreviousText; use: Child };

/** One of two texts that may end now. */
const Ending: FC<EndingProps> = ({ title, text: { lastFour, worksUntil }, use }) => (
  <span>
    <b>{title}</b>
    <span>
      <code>…{lastFour}</code> · {use}
      {worksUntil !== null && (
        <>
          {' '}
          · works until <Day at={worksUntil} />
        </>
      )}
    </span>
  </span>
);
