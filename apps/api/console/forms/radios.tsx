/** The component of a question with radio buttons. */
import type { FC } from 'hono/jsx';
import { ErrorLine } from './error-line';
import type { TypedProps } from './input-props';

/** One radio button per option. The first one is what the summary of errors leads to. */
export const Radios: FC<TypedProps> = ({
  of,
  name,
  value,
  field,
  typed,
  options = [],
  hint,
  look = 'radios',
  isNamed,
}) => {
  const id = `${of.id}-${name}`;
  const error = of.state?.errors[name];
  const isOnlyError = of.onlyError === name;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset class={look} aria-describedby={described || undefined}>
      <legend class={isNamed ? 'unseen' : undefined}>{field.label}</legend>
      <ErrorLine id={id} words={error} isAlert={isOnlyError} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options.map(([option, label], index) => (
        <label>
          <input
            id={index === 0 ? id : `${id}-${option}`}
            type="radio"
            name={name}
            value={option}
            checked={option === (typed ?? value)}
            autofocus={(isOnlyError && index === 0) || undefined}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
};
