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
import type { Options } from '../link-fields';
import type { ConsolePage } from '../page';
import type { TagChoice } from '../tag-choice';
import { NEVER } from '../units';
import { Alert, Head } from './components';
import { ExpiryFields } from './expiry-fields';
import { LinkPreview } from './link-preview';
import { LockedOptions } from './locked-options';
import { TagFields } from './tag-boxes';

type NewLinkView = {
  readonly forms: Forms;
  readonly options: Options;
  /** Set if the form takes over what it can from a dead link. */
  readonly again: Again | null;
  /** The tags to choose from. */
  readonly tags: TagChoice;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The origin of short links. */
  readonly shortBaseUrl: string;
};

export const newLinkPage = ({ forms, options, again, tags, now, shortBaseUrl }: NewLinkView): ConsolePage => {
  const { host } = new URL(shortBaseUrl);
  return {
    title: 'New link',
    own: 'new-link',
    section: 'links',
    main: (
      <>
        <Head title="New link" back={['Links', '/console/links']} />
        {again?.refusal && <Alert kind="wait">{again.refusal}</Alert>}
        <div class="making">
          <section class="card">
            <FormOf
              form={NEW_LINK}
              forms={forms}
              class="broad"
              attributes={{ 'data-making': '', ...(again && { 'data-draft': 'again' }) }}
            >
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
                  <MoreOptions of={shown} options={options} tags={tags} now={now} />
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

const FURTHER = ['expiresIn', 'maxClicks', 'password'] as const;
const MORE = [...FURTHER, 'picked', 'title', 'tags', 'notes', 'externalId'];

type MoreProps = { of: FormView; options: Options; tags: TagChoice; now: number };

/** The options that few links have. The element is open if one of them was typed, or has an error. */
const MoreOptions: FC<MoreProps> = ({ of, options, tags, now }) => {
  const { typed = {}, errors = {} } = of.state ?? {};
  const isUsed = (name: string) => Boolean(typed[name] || errors[name]);
  // An option that the account cannot use is shown where it has an error.
  const isShown = (name: keyof Options) => options[name].isAvailable || errors[name] !== undefined;
  return (
    <details class="more" open={MORE.some(isUsed) || (typed.lifetime ?? NEVER) !== NEVER}>
      <summary>More options</summary>
      <div class="stack">
        {isShown('expiresIn') && (
          <ExpiryFields of={of} availability={options.expiresIn} now={now} value={NEVER} hasNever />
        )}
        <div class="fields">
          {(['maxClicks', 'password'] as const).filter(isShown).map((name) => (
            <Input of={of} name={name} availability={options[name]} />
          ))}
        </div>
        <LockedOptions options={options} names={FURTHER} />
        <DetailInputs of={of} tags={tags} />
      </div>
    </details>
  );
};

/** The inputs of a link's details, which no visitor sees. */
const DetailInputs: FC<{ of: FormView; tags: TagChoice }> = ({ of, tags }) => (
  <fieldset class="apart">
    <legend>Only you see these</legend>
    <div class="fields">
      <Input of={of} name="title" />
      <Input of={of} name="externalId" />
    </div>
    <TagFields of={of} tags={tags} />
    <Input of={of} name="notes" />
  </fieldset>
);
