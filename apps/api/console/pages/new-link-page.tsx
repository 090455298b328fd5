/**
 * The page with the form that makes a link, beside a preview of the link. The destination, the alias and the button are
 * seen at once, the other options on request.
 */
import type { FC } from 'hono/jsx';
import type { Again } from '../again';
import { NEW_LINK, SUGGESTED } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf, type FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Availability, Options } from '../link-fields';
import type { ConsolePage } from '../page';
import { DEFAULT_UNIT, UNITS } from '../units';
import { Alert, Head } from './components';
import { LinkPreview } from './link-preview';
import { LockedOptions } from './locked-options';

type NewLinkView = {
  readonly forms: Forms;
  readonly options: Options;
  /** Set if the form takes over what it can from a dead link. */
  readonly again: Again | null;
  /** The origin of short links. */
  readonly shortBaseUrl: string;
};

export const newLinkPage = ({ forms, options, again, shortBaseUrl }: NewLinkView): ConsolePage => {
  const { host } = new URL(shortBaseUrl);
  return {
    title: 'New link',
    own: 'newLink',
    section: 'links',
    main: (
      <>
        <Head title="New link" back={['Links', '/console/links']} />
        {again?.refusal && <Alert kind="wait">{again.refusal}</Alert>}
        <div class="making">
          <section class="card">
            <FormOf form={NEW_LINK} forms={forms} class="broad" attributes={{ 'data-making': '' }}>
              {(shown) => (
                <>
                  <DefaultButton of={shown} />
                  <Input of={shown} name="url" value={again?.values.url} />
                  <Input
                    of={shown}
                    name="alias"
                    value={again?.values.alias}
                    availability={options.alias}
                    before={`${host}/`}
                    after={<Suggestions of={shown} />}
                  />
                  <MoreOptions of={shown} options={options} />
                  <p class="line ends">
                    <button type="submit">Create link</button>
                    <a class="button quiet" href="/console/links">
                      Cancel
                    </a>
                  </p>
                </>
              )}
            </FormOf>
          </section>
          <LinkPreview
            host={host}
            typed={forms.state?.typed ?? again?.values ?? {}}
            errors={forms.state?.errors ?? {}}
          />
        </div>
      </>
    ),
  };
};

const suggestedIn = ({ state }: FormView): string[] => (state?.typed[SUGGESTED] ?? '').split(' ').filter(Boolean);

/** Enter presses the first button of a form. Without this one it would choose the first suggestion. */
const DefaultButton: FC<{ of: FormView }> = ({ of }) =>
  suggestedIn(of).length === 0 ? null : (
    <button class="unseen" type="submit" tabindex={-1}>
      Create link
    </button>
  );

/** Free aliases near one that is taken. Each creates the link; with the script it fills the field. */
const Suggestions: FC<{ of: FormView }> = ({ of }) => {
  const suggested = suggestedIn(of);
  if (suggested.length === 0) return null;
  return (
    <p class="line small free">
      <span class="soft">Free:</span>
      {suggested.map((alias) => (
        <button class="quiet chip" type="submit" name="alias" value={alias}>
          {alias}
        </button>
      ))}
    </p>
  );
};

type OptionProps = { of: FormView; name: keyof Options; options: Options };

/** The input of an option, if the account can use it. With an error it is shown in any case. */
const Option: FC<OptionProps> = ({ of, name, options }) => {
  const availability = options[name];
  if (!availability.isAvailable && of.state?.errors[name] === undefined) return null;
  const beside = name === 'expiresIn' && { beside: <Unit of={of} availability={availability} /> };
  return <Input of={of} name={name} availability={availability} {...beside} />;
};

const FURTHER = ['expiresIn', 'maxClicks', 'password'] as const;
const MORE = [...FURTHER, 'title', 'tags', 'notes', 'externalId'];

/** The options that few links have. The element is open if one of them was typed, or has an error. */
const MoreOptions: FC<{ of: FormView; options: Options }> = ({ of, options }) => {
  const isUsed = (name: string) => Boolean(of.state?.typed[name] || of.state?.errors[name]);
  return (
    <details class="more" open={MORE.some(isUsed)}>
      <summary>More options</summary>
      <div class="stack">
        <div class="fields">
          {FURTHER.map((name) => (
            <Option of={of} name={name} options={options} />
          ))}
        </div>
        <LockedOptions options={options} names={FURTHER} />
        <DetailInputs of={of} />
      </div>
    </details>
  );
};

/** The inputs of a link's details, which no visitor sees. */
const DetailInputs: FC<{ of: FormView }> = ({ of }) => (
  <fieldset class="apart">
    <legend>Only you see these</legend>
    <div class="fields">
      <Input of={of} name="title" />
      <Input of={of} name="tags" />
    </div>
    <div class="fields">
      <Input of={of} name="notes" />
      <Input of={of} name="externalId" />
    </div>
  </fieldset>
);

/** The select for the unit of a duration, beside its amount. */
export const Unit: FC<{ of: FormView; availability: Availability }> = ({ of, availability }) => (
  <select name="unit" aria-label="Unit of time" disabled={!availability.isAvailable}>
    {UNITS.map(([seconds, name]) => (
      <option value={seconds} selected={seconds === (of.state?.typed.unit ?? DEFAULT_UNIT)}>
        {name}
      </option>
    ))}
  </select>
);
