/**
 * The page with the form that makes a link. An option that the plan lacks is disabled, and names a plan that grants it.
 */
import type { FC } from 'hono/jsx';
import type { Again } from '../again';
import { NEW_LINK } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf, type FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import { type Availability, DEFAULT_UNIT, type Options, UNITS } from '../link-fields';
import type { ConsolePage } from '../page';
import { Alert, Head } from './components';

type NewLinkView = {
  readonly forms: Forms;
  readonly options: Options;
  /** Set if the form takes over what it can from a dead link. */
  readonly again: Again | null;
};

export const newLinkPage = ({ forms, options, again }: NewLinkView): ConsolePage => ({
  title: 'New link',
  section: 'links',
  main: (
    <>
      <Head title="New link" />
      {again?.refusal && <Alert kind="wait">{again.refusal}</Alert>}
      <section class="card">
        <FormOf form={NEW_LINK} forms={forms} class="broad">
          {(shown) => (
            <>
              <Input of={shown} name="url" value={again?.values.url} />
              <LinkOptions shown={shown} options={options} alias={again?.values.alias} />
              <DetailInputs of={shown} />
              <button type="submit">Make link</button>
            </>
          )}
        </FormOf>
      </section>
    </>
  ),
});

const LinkOptions: FC<{ shown: FormView; options: Options; alias: string | undefined }> = ({
  shown,
  options,
  alias,
}) => (
  <>
    <div class="fields">
      <Input of={shown} name="alias" value={alias} availability={options.alias} />
      <Input of={shown} name="password" availability={options.password} />
    </div>
    <div class="fields">
      <Input
        of={shown}
        name="expiresIn"
        availability={options.expiresIn}
        beside={<Unit of={shown} availability={options.expiresIn} />}
      />
      <Input of={shown} name="maxClicks" availability={options.maxClicks} />
    </div>
  </>
);

type Details = Readonly<Record<'title' | 'tags' | 'notes' | 'externalId', string>>;

/** The inputs of a link's details, which no visitor sees. */
export const DetailInputs: FC<{ of: FormView; values?: Details }> = ({ of, values }) => (
  <fieldset class="apart">
    <legend>For you, not for visitors</legend>
    <div class="fields">
      <Input of={of} name="title" value={values?.title} />
      <Input of={of} name="tags" value={values?.tags} />
    </div>
    <Input of={of} name="notes" value={values?.notes} />
    <Input of={of} name="externalId" value={values?.externalId} />
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
