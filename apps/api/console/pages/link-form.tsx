/** The form that makes a link, with every option of the plan, and what a higher plan would add. */
import type { FC } from 'hono/jsx';
import type { Fields, FormErrors } from '../form';
import { type Availability, type Options, UNITS } from '../link-form';
import type { Page } from '../page';
import { Field, type FieldProps, Head, Note } from './components';

export type LinkFormView = { readonly typed: Fields; readonly errors: FormErrors; readonly options: Options };

export const newLinkPage = ({ typed, errors, options }: LinkFormView): Page => ({
  title: 'New link',
  section: 'links',
  main: (
    <>
      <Head title="New link" />
      <section class="card">
        <form class="broad" method="post" action="/console/links">
          {errors.form && <Note kind="wrong">{errors.form}</Note>}
          <Field
            label="Destination"
            name="url"
            type="url"
            value={typed.url}
            error={errors.url}
            hint="Where the link leads, with http:// or https://"
            input={{
              required: true,
              maxlength: 8192,
              autofocus: errors.url !== undefined || Object.keys(errors).length === 0,
              autocomplete: 'off',
              spellcheck: 'false',
            }}
          />
          <LinkOptions typed={typed} errors={errors} options={options} />
          <button type="submit">Make link</button>
        </form>
      </section>
    </>
  ),
});

export const Optional: FC<FieldProps & { availability: Availability }> = ({ availability, hint, input, ...field }) =>
  availability.isOpen ? (
    <Field {...field} hint={hint} input={input ?? {}} />
  ) : (
    <Field {...field} hint={availability.why} input={{ disabled: true }} />
  );

const LinkOptions: FC<LinkFormView> = ({ typed, errors, options }) => (
  <>
    <div class="fields">
      <Optional
        availability={options.alias}
        label="Alias"
        name="alias"
        value={typed.alias}
        error={errors.alias}
        hint="Your own code: letters, digits and hyphens. Empty: one is drawn."
        input={{ maxlength: 50, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
      />
      <Optional
        availability={options.password}
        label="Password"
        name="password"
        error={errors.password}
        hint="Visitors have to type it. It is never shown again."
        input={{ maxlength: 100, autocomplete: 'new-password', spellcheck: 'false' }}
      />
    </div>
    <div class="fields">
      <Expiry typed={typed} error={errors.expiresIn} availability={options.expiresIn} />
      <Optional
        availability={options.maxClicks}
        label="Click limit"
        name="maxClicks"
        value={typed.maxClicks}
        error={errors.maxClicks}
        hint="After so many clicks it ends. Empty: never."
        input={{ inputmode: 'numeric', autocomplete: 'off' }}
      />
    </div>
  </>
);

export const Expiry: FC<{
  label?: string;
  hint?: string;
  typed: Fields;
  error: string | undefined;
  availability: Availability;
}> = ({ label = 'Ends after', hint = 'Empty: never.', typed, error, availability }) => (
  <div class="field">
    <label for="expiresIn">{label}</label>
    <div class="join">
      <input
        id="expiresIn"
        name="expiresIn"
        value={typed.expiresIn}
        inputmode="numeric"
        autocomplete="off"
        disabled={!availability.isOpen}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? 'expiresIn-hint expiresIn-error' : 'expiresIn-hint'}
        autofocus={error !== undefined}
      />
      <select name="unit" aria-label="Unit of time" disabled={!availability.isOpen}>
        {UNITS.map(([seconds, name]) => (
          <option value={seconds} selected={seconds === (typed.unit ?? '86400')}>
            {name}
          </option>
        ))}
      </select>
    </div>
    {error && (
      <p class="bad" id="expiresIn-error">
        {error}
      </p>
    )}
    <p class="hint" id="expiresIn-hint">
      {availability.isOpen ? hint : availability.why}
    </p>
  </div>
);
