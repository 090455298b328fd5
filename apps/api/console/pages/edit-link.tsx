/** The form that edits a link. */
import type { FC } from 'hono/jsx';
import type { Link } from '#domain/link';
import { KEEP, REMOVE, SET } from '../edit-form';
import type { Fields, FormErrors } from '../form';
import type { Options } from '../link-form';
import type { Page } from '../page';
import { Choice, Field, Head, Moment, Note, type Option } from './components';
import { Expiry, Optional } from './link-form';

export type EditView = {
  readonly link: Link;
  readonly typed: Fields;
  readonly errors: FormErrors;
  readonly options: Options;
};

export const editLinkPage = ({ link, typed, errors, options }: EditView): Page => {
  const shortCode = link.alias ?? link.code;
  return {
    title: `Edit ${shortCode}`,
    section: 'links',
    main: (
      <>
        <Head
          title={`Edit ${shortCode}`}
          lead="The code stays what it is. Visitors see a change within about a minute."
        />
        <section class="card">
          <form class="broad" method="post" action={`/console/links/${shortCode}/edit`}>
            {errors.form && <Note kind="wrong">{errors.form}</Note>}
            <Field
              label="Destination"
              name="url"
              type="url"
              value={typed.url ?? link.url}
              error={errors.url}
              input={{ required: true, maxlength: 8192, autocomplete: 'off', spellcheck: 'false' }}
            />
            <Optional
              availability={options.maxClicks}
              label="Click limit"
              name="maxClicks"
              value={typed.maxClicks ?? String(link.maxClicks ?? '')}
              error={errors.maxClicks}
              hint="Counts all clicks since the link was made. Empty: no limit."
              input={{ inputmode: 'numeric', autocomplete: 'off' }}
            />
            <EndFields link={link} typed={typed} errors={errors} options={options} />
            <PasswordFields link={link} typed={typed} errors={errors} options={options} />
            <p class="line">
              <button type="submit">Save</button>
              <a class="button quiet" href={`/console/links/${shortCode}`}>
                Cancel
              </a>
            </p>
          </form>
        </section>
      </>
    ),
  };
};

/** Keeping comes first; taking away only where there is something. */
const choices = (keep: string, remove: string | null, set: string): Option[] => [
  [KEEP, keep],
  ...(remove === null ? [] : [[REMOVE, remove] as const]),
  [SET, set],
];

const EndFields: FC<EditView> = ({ link, typed, errors, options }) => (
  <div class="fields">
    <Choice
      label="End"
      name="expiry"
      value={typed.expiry ?? KEEP}
      options={choices(
        link.expiresAt === null ? 'Never, as it is' : 'As it is',
        link.expiresAt === null ? null : 'Never',
        'After, from now on:',
      )}
      hint={
        link.expiresAt === null ? undefined : (
          <>
            Now: <Moment at={link.expiresAt} />
          </>
        )
      }
    />
    <Expiry
      label="From now on"
      hint="Used only where “After, from now on” is chosen."
      typed={typed}
      error={errors.expiresIn}
      availability={options.expiresIn}
    />
  </div>
);

const PasswordFields: FC<EditView> = ({ link, typed, errors, options }) => (
  <div class="fields">
    <Choice
      label="Password"
      name="secret"
      value={typed.secret ?? KEEP}
      options={choices(
        link.password === null ? 'None, as it is' : 'As it is',
        link.password === null ? null : 'None',
        'A new one:',
      )}
    />
    <Optional
      availability={options.password}
      label="New password"
      name="password"
      error={errors.password}
      hint="Used only where “A new one” is chosen."
      input={{ maxlength: 100, autocomplete: 'new-password', spellcheck: 'false' }}
    />
  </div>
);
