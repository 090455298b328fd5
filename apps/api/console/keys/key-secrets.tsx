import type { Child, FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/keys';
import type { CurrentText, KeyTexts, PreviousText } from '#api/accounts/rotation';
import { Day, Moment } from '../components';
import { Disclosure } from '../disclosure';
import type { Forms } from '../forms/form';
import { FormButtons, FormElement, type FormView, wasSent } from '../forms/form-element';
import { Input } from '../forms/input';
import { HOUR_MS } from '../words';
import { END_TEXT, GRACES, ROTATE_KEY } from './forms';
import { KeyMask, When } from './key-badges';

type Props = { one: UsedKey; texts: KeyTexts; rotates: boolean; forms: Forms; now: number };

/** The card with the secrets of a key, and in its corner the form that rotates the key. */
export const KeySecrets: FC<Props> = ({ one, texts, rotates, forms, now }) => {
  const { id } = one;
  const { current, previous } = texts;
  const useOf = (text: CurrentText | PreviousText) => <Use of={text} isKnown={one.use !== null} now={now} />;
  return (
    <section class="card corner" id="secret" tabindex={-1}>
      <h2>{previous === null ? 'Secret' : 'Secrets'}</h2>
      <ul class="rows">
        <li class="row">
          <TextFacts id={id} text={current} use={useOf(current)} name={previous && 'Current'} />
        </li>
        {previous && (
          <li class="row">
            <TextFacts
              id={id}
              text={previous}
              use={useOf(previous)}
              name="Previous"
              isOff={one.status === 'inactive'}
            />
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
      <Disclosure summary="Rotate" look="button quiet minor" isOpen={rotates || wasSent(ROTATE_KEY, forms, { id })}>
        <FormElement form={ROTATE_KEY} forms={forms} params={{ id }} class="rotation">
          {(shown) => (
            <>
              <RotationFields shown={shown} texts={texts} useOf={useOf} />
              <FormButtons label="Rotate secret" page={`/console/keys/${id}`} />
            </>
          )}
        </FormElement>
      </Disclosure>
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

const dayHour = (at: number): number => at - (at % HOUR_MS);

type TextFactsProps = {
  id: string;
  text: CurrentText | PreviousText;
  use: Child;
  name: string | null;
  /** Whether its key is switched off, so that it does not work. */
  isOff?: boolean;
};

const TextFacts: FC<TextFactsProps> = ({ id, text, use, name, isOff = false }) => (
  <div>
    <p class="line">
      {name && <span class="name">{name}</span>}
      <KeyMask id={id} four={text.lastFour} />
      {text.worksUntil !== null && (
        <span class="badge wait">
          {isOff ? 'Ends' : 'Works until'} <Moment at={text.worksUntil} />
        </span>
      )}
    </p>
    <p class="soft small told-of">{use}</p>
  </div>
);

type RotationProps = { shown: FormView; texts: KeyTexts; useOf: (text: CurrentText | PreviousText) => Child };

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
