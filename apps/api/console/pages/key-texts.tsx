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
  <Card title={previous === null ? 'Its text' : 'Its two texts'}>
    <p class="soft">
      {previous === null
        ? 'Rotating gives this key a new text. While the old text still works, both share the limits of the key.'
        : 'You can recognise each text by the four characters before its last six.'}
    </p>
    <ul class="rows">
      <li class="row">
        <TextFacts text={current} knowsUse={knowsUse} name="The text in use" />
      </li>
      {previous && (
        <li class="row">
          <TextFacts text={previous} knowsUse={knowsUse} name="The older text" />
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
  lastFour === null ? 'made before version 0.11' : `…${lastFour}`;

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
        'Not used, as far as is known.'
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
        hint="A key has two texts at most, so a new one ends one of them at once."
        options={[
          ['', 'Please choose'],
          ['older', `The older one, ${labelOf(previous)}`],
          ['current', `The newer one, ${labelOf(current)}, because it was lost`],
        ]}
      />
    )}
    <Input
      of={shown}
      name="grace"
      value="86400"
      options={GRACES}
      hint={
        previous &&
        `This is for the newer text, ${labelOf(current)}. If you end that text now, the older text keeps its end.`
      }
    />
    <button class="quiet" type="submit">
      Rotate
    </button>
  </>
);
