/** The card with the texts of a key, and the form that rotates the key. Four characters identify each text. */
import type { FC } from 'hono/jsx';
import type { CurrentText, PreviousText, KeyTexts as Texts } from '#api/accounts/key-texts';
import { END_TEXT, ROTATE_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, type FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import { GRACES } from '../graces';
import { Card, Moment } from './components';

type Props = { id: string; texts: Texts; knowsUse: boolean; forms: Forms };

export const KeyTexts: FC<Props> = ({ id, texts: { current, previous }, knowsUse, forms }) => (
  <Card title={previous === null ? 'Secret' : 'Secrets'}>
    <p class="soft">
      {previous === null
        ? 'Rotating gives this key a new secret. While the old one still works, both share the limits of the key.'
        : 'Each secret is shown by four of its last ten characters; the dots stand for the six after them.'}
    </p>
    <ul class="rows">
      <li class="row">
        <TextFacts text={current} knowsUse={knowsUse} name="Current secret" />
      </li>
      {previous && (
        <li class="row">
          <TextFacts text={previous} knowsUse={knowsUse} name="Previous secret" />
          <FormOf form={END_TEXT} forms={forms} params={{ id }} class="plain">
            {(shown) => (
              <>
                <Input of={shown} name="mark" value={previous.mark} />
                <button class="danger" type="submit">
                  End it now
                </button>
              </>
            )}
          </FormOf>
        </li>
      )}
    </ul>
    <FormOf form={ROTATE_KEY} forms={forms} params={{ id }} class="apart">
      {(shown) => <RotationFields shown={shown} current={current} previous={previous} />}
    </FormOf>
  </Card>
);

const labelOf = ({ lastFour }: CurrentText | PreviousText): string =>
  lastFour === null ? 'made before version 0.11' : `…${lastFour}······`;

const TextFacts: FC<{ text: CurrentText | PreviousText; knowsUse: boolean; name: string }> = ({
  text,
  knowsUse,
  name,
}) => (
  <div>
    <p class="line">
      <span class="name">{name}</span>
      <code>{labelOf(text)}</code>
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
        'Its use cannot be read at the moment.'
      )}
    </p>
  </div>
);

/**
 * The fields of a rotation. While an older text works, the form asks which text ends, because a key has at most two.
 */
const RotationFields: FC<{ shown: FormView; current: CurrentText; previous: PreviousText | null }> = ({
  shown,
  current,
  previous,
}) => (
  <>
    <Input of={shown} name="current" value={current.mark} />
    {previous && (
      <Input
        of={shown}
        name="older"
        value=""
        hint="A key has at most two secrets, so a new one ends one of these now."
        options={[
          ['', 'Choose one'],
          ['older', `The previous secret, ${labelOf(previous)}`],
          ['current', `The current secret, ${labelOf(current)}`],
        ]}
      />
    )}
    <Input
      of={shown}
      name="grace"
      value="86400"
      options={GRACES}
      hint={
        previous && `Applies to ${labelOf(current)} if you end the previous secret. Otherwise that one keeps its end.`
      }
    />
    <button class="quiet" type="submit">
      Rotate secret
    </button>
  </>
);
