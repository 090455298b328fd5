/** The card with the texts of a key, and the form that rotates the key. */
import type { FC } from 'hono/jsx';
import type { CurrentText, PreviousText, KeyTexts as Texts } from '#api/accounts/key-texts';
import { END_TEXT, ROTATE_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, type FormView, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { GRACES } from '../graces';
import { Moment } from './components';
import { Corner } from './corner';
import { KeyMask, maskText } from './key-mask';

type Props = { id: string; texts: Texts; knowsUse: boolean; forms: Forms };

/** The card with the secrets of a key, and in its corner the form that rotates the key. */
export const KeyTexts: FC<Props> = ({ id, texts: { current, previous }, knowsUse, forms }) => (
  <section class="card corner">
    <h2>{previous === null ? 'Secret' : 'Secrets'}</h2>
    <ul class="rows">
      <li class="row">
        <TextFacts id={id} text={current} knowsUse={knowsUse} name="Current" />
      </li>
      {previous && (
        <li class="row">
          <TextFacts id={id} text={previous} knowsUse={knowsUse} name="Previous" />
          <FormOf form={END_TEXT} forms={forms} params={{ id }} class="plain">
            {(shown) => (
              <>
                <Input of={shown} name="mark" value={previous.mark} />
                <button class="danger" type="submit">
                  End now
                </button>
              </>
            )}
          </FormOf>
        </li>
      )}
    </ul>
    <Corner summary="Rotate" isOpen={wasSent(ROTATE_KEY, forms, { id })}>
      <FormOf form={ROTATE_KEY} forms={forms} params={{ id }} class="rotation">
        {(shown) => <RotationFields id={id} shown={shown} current={current} previous={previous} />}
      </FormOf>
    </Corner>
  </section>
);

type TextFactsProps = { id: string; text: CurrentText | PreviousText; knowsUse: boolean; name: string };

const TextFacts: FC<TextFactsProps> = ({ id, text, knowsUse, name }) => (
  <div>
    <p class="line">
      <span class="name">{name}</span>
      <KeyMask id={id} four={text.lastFour} />
      {text.lastFour === null && <span class="soft small">made before version 0.11</span>}
      {text.worksUntil !== null && (
        <span class="badge wait">
          Works until <Moment at={text.worksUntil} />
        </span>
      )}
    </p>
    <p class="soft small">
      {text.lastUsedAt !== null ? (
        <>
          Last used in the hour from <Moment at={text.lastUsedAt} />
        </>
      ) : knowsUse ? (
        'Never used'
      ) : (
        'The usage cannot be read at the moment.'
      )}
    </p>
  </div>
);

type RotationProps = { id: string; shown: FormView; current: CurrentText; previous: PreviousText | null };

/**
 * The fields of a rotation. While an older text works, the form asks which text ends, because a key has at most two.
 * The stylesheet then asks for the end of the current one only if it does not end now.
 */
const RotationFields: FC<RotationProps> = ({ id, shown, current, previous }) => (
  <>
    <p class="soft">The key gets a new secret. While an older one works, both share the limits of the key.</p>
    <Input of={shown} name="current" value={current.mark} />
    {previous && (
      <Input
        of={shown}
        name="older"
        hint="A key has at most two secrets, so a new one ends one of these."
        options={[
          ['older', `The previous one, ${maskText(id, previous.lastFour)}`],
          ['current', `The current one, ${maskText(id, current.lastFour)}`],
        ]}
      />
    )}
    <Input of={shown} name="grace" value="86400" options={GRACES} />
    <button type="submit">Rotate secret</button>
  </>
);
