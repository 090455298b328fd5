/** The pages and forms that list, change and delete tags, by the rules of /v2/tags. Each change counts as a call. */

import type { FC } from 'hono/jsx';
import { countOfTagLinks, linksOfRows, newestLinksOfTag, parseLinkCount } from '#api/links/few-links';
import { changeTag, deleteTag, type Tag, TagChangeBody, tagNamed } from '#api/links/tags';
import { oneTrip } from '#api/platform/one-trip';
import { MAX_TAG } from '#domain/link';
import { TAG_COLORS, type TagColor } from '#domain/tag-colors';
import { DangerCard, formatCounted, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { Disclosure } from '../disclosure';
import { defineForm, type Forms } from '../forms/form';
import { FormElement, type FormView, wasSent } from '../forms/form-element';
import { handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { meterCall } from '../forms/run-once';
import { type ConsolePage, show } from '../page';
import { Popover } from '../popover';
import { makePeriod } from '../statistics/period';
import { type AccountView, readStatistics, TagPictures } from '../statistics/statistics';
import { readViewOfRequest, statusOfView } from '../statistics/statistics-view';
import { readTagsPage, readTagsQuery, tagPath } from './read-tags-page';
import { TagName } from './tag-choice';
import { type TaggedLinks, TagLinks } from './tag-links';
import { tagsPage } from './tags';

const TAG_PAGE = '/console/tags/:name';

/** The text of the choice without a colour. */
const NO_COLOR = '';

/** The choices of a colour, and their labels. */
const COLOR_CHOICES: readonly (readonly [value: string, label: string])[] = [
  [NO_COLOR, 'No colour'],
  ...TAG_COLORS.map((color) => [color, `${color.charAt(0).toUpperCase()}${color.slice(1)}`] as const),
];

const isColor = (text: string): text is TagColor => TAG_COLORS.some((color) => color === text);

/** Returns the colour of a choice; null for none, and for an unknown text. */
const readColorChoice = (text: string): TagColor | null => (isColor(text) ? text : null);

export const CHANGE_TAG = defineForm({
  path: `${TAG_PAGE}/change`,
  page: TAG_PAGE,
  failed: 'Nothing was changed.',
  fields: {
    name: {
      label: 'Name',
      rule: (text) =>
        TagChangeBody.shape.name.safeParse(text).success ? undefined : `Use one line of 1 to ${MAX_TAG} characters.`,
      input: { required: true, autocomplete: 'off', dir: 'auto' },
    },
    color: {
      label: 'Colour',
      kind: 'choice',
      rule: (text) => (text === NO_COLOR || isColor(text) ? undefined : 'Choose a colour.'),
    },
  },
});

export const DELETE_TAG = defineForm({ path: `${TAG_PAGE}/delete`, page: TAG_PAGE, fields: {} });

const nameInPath = (c: ConsoleContext): string => c.req.param('name') ?? '';

async function showTag(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const tag = await tagNamed(c.env, c.get('account').id, nameInPath(c));
  const view = readViewOfRequest(c, tagPath(tag.name));
  const [counted, links] = await Promise.all([readStatistics(c, view, { tag: tag.name }), readLinks(c, tag)]);
  const shown = { ...counted, view, period: makePeriod(counted, view) };
  const { shortBaseUrl } = c.get('config');
  return show(c, tagPage({ tag, links, shortBaseUrl, shown, forms }), status === 200 ? statusOfView(view) : status);
}

/** How many of its newest links the page of a tag shows, if they had no clicks. */
const LINKS_SHOWN = 5;

async function readLinks(c: ConsoleContext, { id }: Tag): Promise<TaggedLinks> {
  const trip = oneTrip(c.env.DB, [newestLinksOfTag(id, LINKS_SHOWN), countOfTagLinks(id)]);
  const [newest = [], count = []] = await trip.others();
  return { newest: linksOfRows(newest), count: parseLinkCount(count) };
}

export const getTags = createHandlers(async (c) => {
  const query = readTagsQuery(c);
  return show(c, tagsPage({ ...(await readTagsPage(c, query)), query }));
});

export const getTag = createHandlers(async (c) => showTag(c, await readForms(c)));

export const postTagChange = handleForm(CHANGE_TAG, {
  check: async (c) => meterCall(c).then(() => []),
  async run(c, sent) {
    const change = { name: (sent.name ?? '').trim(), color: readColorChoice(sent.color ?? '') };
    const { name } = await changeTag(c.env, c.get('account').id, nameInPath(c), change);
    return { to: `${tagPath(name)}#title`, notice: 'tag-changed' };
  },
  fieldOf: ({ code }) => (code === 'TAG_TAKEN' ? 'name' : 'form'),
  show: showTag,
});

export const postTagDeletion = handleForm(DELETE_TAG, {
  check: async (c) => meterCall(c).then(() => []),
  async run(c) {
    await deleteTag(c.env, c.get('account').id, nameInPath(c));
    return { to: '/console/tags', notice: 'tag-deleted' };
  },
  show: showTag,
});

type TagView = {
  readonly tag: Tag;
  readonly links: TaggedLinks;
  readonly shortBaseUrl: string;
  readonly shown: AccountView;
  readonly forms: Forms;
};

/** The page of one tag: its statistics with its links, and the forms that change and delete it. */
const tagPage = ({ tag, links, shortBaseUrl, shown, forms }: TagView): ConsolePage => {
  const { count, isMore } = links.count;
  return {
    title: tag.name,
    section: 'links',
    main: (
      <>
        <Head
          back={['Tags', '/console/tags']}
          isShort
          title={
            <>
              <span class={tag.color === null ? 'dot' : `dot ${tag.color}`} />
              <bdi>{tag.name}</bdi>
            </>
          }
          lead={`${isMore ? 'More than ' : ''}${formatCounted(count, 'link')}`}
        >
          <Change tag={tag} forms={forms} />
        </Head>
        <TagPictures
          {...shown}
          links={<TagLinks name={tag.name} links={links} shown={shown} shortBaseUrl={shortBaseUrl} />}
        />
        <Deletion tag={tag} forms={forms} />
      </>
    ),
  };
};

type FormProps = { tag: Tag; forms: Forms };

const Change: FC<FormProps> = ({ tag, forms }) => (
  <Popover
    id="edit-tag"
    class="tinted"
    label="Edit tag"
    look="quiet minor"
    isOpen={wasSent(CHANGE_TAG, forms, { name: tag.name })}
  >
    <FormElement form={CHANGE_TAG} forms={forms} params={{ name: tag.name }}>
      {(shown) => (
        <>
          <Input
            of={shown}
            name="name"
            value={tag.name}
            isFirst
            beside={<TagName of={{ name: tag.name, color: null }} />}
            hint="Every link with this tag gets the new name. Two tags cannot have the same name, and cannot be merged."
          />
          <ColourChoice of={shown} value={tag.color ?? ''} />
          <button type="submit">Save</button>
        </>
      )}
    </FormElement>
  </Popover>
);

const Deletion: FC<FormProps> = ({ tag, forms }) => (
  <DangerCard
    title="Delete this tag"
    words="The links stay and keep their clicks, without this tag. This cannot be undone."
  >
    <Disclosure
      summary="Delete tag"
      look="button danger minor"
      hasCancel
      isOpen={wasSent(DELETE_TAG, forms, { name: tag.name })}
    >
      <FormElement form={DELETE_TAG} forms={forms} params={{ name: tag.name }}>
        {() => (
          <button class="danger" type="submit">
            Delete for good
          </button>
        )}
      </FormElement>
    </Disclosure>
  </DangerCard>
);

/**
 * The choice of a tag's colour: a dot for each. The stylesheet shows the chosen one in the preview beside it.
 * @param of a form with the field `color`
 */
const ColourChoice: FC<{ of: FormView; value: string }> = ({ of, value }) => {
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
