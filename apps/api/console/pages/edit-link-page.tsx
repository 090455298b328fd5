/** The page with the form that edits a link. Where the field of the end or the password is empty, the link keeps it. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import { EDIT_LINK } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf, type FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Options } from '../link-fields';
import type { ConsolePage } from '../page';
import { textOfTags } from '../tag-text';
import { Head, momentText } from './components';
import { DetailInputs, Unit } from './new-link-page';

type EditView = {
  readonly link: DetailedLink;
  /** The digests of what this page shows of the link (seenDigests in edit-conflict.ts). */
  readonly seen: string;
  readonly forms: Forms;
  readonly options: Options;
};

/** The texts of a link's editable properties. The form shows them, and so do its errors after a concurrent change. */
export const valuesOf = ({ url, maxClicks, expiresAt, password, details }: DetailedLink) => ({
  url,
  maxClicks: String(maxClicks ?? ''),
  expiresAt: expiresAt === null ? 'no end' : `ends ${momentText(expiresAt)}`,
  password: password === null ? 'no password' : 'a password that visitors are asked for',
  title: details.title ?? '',
  tags: textOfTags(details.tags),
  notes: details.notes ?? '',
  externalId: details.externalId ?? '',
});

export const editLinkPage = ({ link, seen, forms, options }: EditView): ConsolePage => {
  const shortCode = link.alias ?? link.code;
  const values = valuesOf(link);
  return {
    title: `Edit ${shortCode}`,
    section: 'links',
    main: (
      <>
        <Head
          title={`Edit ${shortCode}`}
          lead="The code stays the same. Visitors see a change within about a minute."
        />
        <section class="card">
          <FormOf form={EDIT_LINK} forms={forms} params={{ code: shortCode }} class="broad">
            {(shown) => (
              <>
                <Input of={shown} name="seen" value={seen} />
                <Input of={shown} name="url" value={values.url} />
                <Input of={shown} name="maxClicks" value={values.maxClicks} availability={options.maxClicks} />
                <div class="duo">
                  <EndFields shown={shown} link={link} options={options} />
                  <PasswordFields shown={shown} link={link} options={options} />
                </div>
                <DetailInputs of={shown} values={values} />
                <p class="line">
                  <button type="submit">Save</button>
                  <a class="button quiet" href={`/console/links/${shortCode}`}>
                    Cancel
                  </a>
                </p>
              </>
            )}
          </FormOf>
        </section>
      </>
    ),
  };
};

type Part = { shown: FormView; link: DetailedLink; options: Options };

const EndFields: FC<Part> = ({ shown, link: { expiresAt }, options }) => (
  <div class="field">
    <Input
      of={shown}
      name="expiresIn"
      hint={
        expiresAt === null
          ? 'It has no end now. Leave this empty to keep it so.'
          : `It ends ${momentText(expiresAt)} now. Leave this empty to keep that end.`
      }
      availability={options.expiresIn}
      beside={<Unit of={shown} availability={options.expiresIn} />}
    />
    {(expiresAt !== null || shown.state?.typed.endless) && <Input of={shown} name="endless" />}
  </div>
);

const PasswordFields: FC<Part> = ({ shown, link: { password }, options }) => (
  <div class="field">
    <Input
      of={shown}
      name="password"
      hint={
        password === null
          ? 'It has none now. Leave this empty to keep it so.'
          : 'It has one now. Leave this empty to keep it.'
      }
      availability={options.password}
    />
    {(password !== null || shown.state?.typed.open) && <Input of={shown} name="open" />}
  </div>
);
