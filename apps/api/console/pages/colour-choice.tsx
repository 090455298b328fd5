/** The choice of a tag's colour: a dot for each. The stylesheet shows the chosen one in the preview beside it. */
import type { FC } from 'hono/jsx';
import { COLOR_CHOICES } from '../forms/declared/tags';
import type { FormView } from '../forms/form-of';

/** @param of a form with the field `color` */
export const ColourChoice: FC<{ of: FormView; value: string }> = ({ of, value }) => {
  const chosen = of.state?.typed.color ?? value;
  const error = of.state?.errors.color;
  return (
    <fieldset class="field swatches" id={`${of.id}-color`}>
      <legend class="label">Colour</legend>
      <div class="line">
        {COLOR_CHOICES.map(([color, label]) => (
          <label title={label}>
            <input type="radio" name="color" value={color} checked={color === chosen} />
            <span class={`dot ${color}`} />
            <span class="unseen">{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p class="bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
