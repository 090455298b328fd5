/** The pages and forms that list, change, merge and delete tags. Each change counts as a call. */

import type { FC } from 'hono/jsx';
import { countOfTagLinks, linksOfRows, newestLinksOfTag, parseLinkCount } from '#api/links/few-links';
import { changeTag, deleteTag, findTag, mergeTag, type Tag, tagNamed } from '#api/links/tags';
import { oneTrip } from '#api/platform/one-trip';
import { TAG_COLORS, type TagColor } from '#domain/tag-colors';
import { DangerCard, formatCounted, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { Disclosure } from '../disclosure';
import { defineForm, type Form, type Forms, findTagNameError } from '../forms/form';
import { FormElement, type FormView, wasSent } from '../forms/form-element';
import { FormRefused, handleForm, type RefusedStatus } from '../forms/handle-form';
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
      rule: findTagNameError,
      input: { required: true, autocomplete: 'off', dir: 'auto' },
    },
    color: {
      label: 'Colour',
      kind: 'choice',
      rule: (text) => (text === NO_COLOR || isColor(text) ? undefined : 'Choose a colour.'),
    },
  },
});

/** Its button has the name of the tag that the links get instead. */
export const MERGE_TAG = defineForm({
  path: `${TAG_PAGE}/merge`,
  page: TAG_PAGE,
  fields: { into: { label: 'Merge into', kind: 'hidden' } },
});

export const DELETE_TAG = defineForm({ path: `${TAG_PAGE}/delete`, page: TAG_PAGE, fields: {} });

const nameInPath = (c: ConsoleContext): string => c.req.param('name') ?? '';

async function showTag(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const tag = await tagNamed(c.env, c.get('account').id, nameInPath(c));
  const view = readViewOfRequest(c, tagPath(tag.name));
  const [counted, links, target] = await Promise.all([
    readStatistics(c, view, { tag: tag.name }),
    readLinks(c, tag),
    readTarget(c, tag, forms),
  ]);
  const shown = { ...counted, view, period: makePeriod(counted, view) };
  const { shortBaseUrl } = c.get('config');
  return show(
    c,
    tagPage({ tag, links, target, shortBaseUrl, shown, forms }),
    status === 200 ? statusOfView(view) : status,
  );
}

/** The tag that has the name which the form was refused for, so that the page offers to merge the two. */
async function readTarget(c: ConsoleContext, { id, name }: Tag, forms: Forms): Promise<Tag | undefined> {
  const sent = (form: Form) => (wasSent(form, forms, { name }) ? forms.state : undefined);
  const change = sent(CHANGE_TAG);
  const wanted = change?.errors.name ? change.typed.name : sent(MERGE_TAG)?.typed.into;
  const found = wanted === undefined ? undefined : await findTag(c.env, c.get('account').id, wanted);
  return found?.id === id ? undefined : found;
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

export const postTagMerge = handleForm(MERGE_TAG, {
  check: async (c) => meterCall(c).then(() => []),
  async run(c, { into = '' }) {
    const { id: accountId } = c.get('account');
    const [from, target] = await Promise.all([
      tagNamed(c.env, accountId, nameInPath(c)),
      findTag(c.env, accountId, into),
    ]);
    if (target === undefined || target.id === from.id)
      throw new FormRefused(
        [['form', 'The tags are not merged: the other one was deleted or renamed meanwhile.']],
        409,
      );
    return (await mergeTag(c.env, accountId, from, target))
      ? { to: `${tagPath(target.name)}#title`, notice: 'tag-merged' }
      : { to: `${tagPath(from.name)}#title`, notice: 'tag-merged-partly' };
  },
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
  /** The tag that this one can be merged into, once its name was asked for. */
  readonly target: Tag | undefined;
  readonly shortBaseUrl: string;
  readonly shown: AccountView;
  readonly forms: Forms;
};

/** The page of one tag: its statistics with its links, and the forms that change, merge and delete it. */
const tagPage = ({ tag, links, target, shortBaseUrl, shown, forms }: TagView): ConsolePage => {
  const { count, isMore } = links.count;
  const counted = `${isMore ? 'More than ' : ''}${formatCounted(count, 'link')}`;
  return {
    title: tag.name,
    own: 'tag',
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
          lead={counted}
        >
          <Popover
            id="edit-tag"
            class="tinted"
            label="Edit tag"
            look="quiet minor"
            isOpen={[CHANGE_TAG, MERGE_TAG].some((form) => wasSent(form, forms, { name: tag.name }))}
          >
            <Change tag={tag} forms={forms} />
            {(target || wasSent(MERGE_TAG, forms, { name: tag.name })) && (
              <Merge tag={tag} forms={forms} target={target} counted={counted} />
            )}
          </Popover>
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
  <FormElement form={CHANGE_TAG} forms={forms} params={{ name: tag.name }}>
    {(shown) => (
      <>
        <Input
          of={shown}
          name="name"
          value={tag.name}
          isFirst={!wasSent(MERGE_TAG, forms, { name: tag.name })}
          beside={<TagName of={{ name: tag.name, color: null }} />}
          hint="Every link with this tag gets the new name. To merge it into another tag, give it the name of that one."
        />
        <ColourChoice of={shown} value={tag.color ?? ''} />
        <button type="submit">Save</button>
      </>
    )}
  </FormElement>
);

type MergeProps = FormProps & {
  /** The tag that it can be merged into; undefined where that is gone, and only the error of the form is shown. */
  target: Tag | undefined;
  /** How many links the tag has. */
  counted: string;
};

/** The offer to merge the tag into the one whose name it cannot have. */
const Merge: FC<MergeProps> = ({ tag, forms, target, counted }) => (
  <FormElement form={MERGE_TAG} forms={forms} params={{ name: tag.name }}>
    {() =>
      target && (
        <>
          <p>
            Or merge the two: {counted.toLowerCase()} with the tag <TagName of={tag} /> get the tag{' '}
            <TagName of={target} /> in its place, and <TagName of={tag} /> is gone. This cannot be undone.
          </p>
          <button class="quiet" type="submit" name="into" value={target.name}>
            <span>
              Merge into <bdi>{target.name}</bdi>
            </span>
          </button>
        </>
      )
    }
  </FormElement>
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
