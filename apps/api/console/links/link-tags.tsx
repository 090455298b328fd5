/** The tags of a link: boxes of the account's tags, and a field for new ones. Lists are filtered by them. */
import type { FC } from 'hono/jsx';
import { MAX_TAG, MAX_TAGS, normalizeTag, uniqueTags } from '#domain/link';
import { formatCounted } from '../components';
import { Disclosure } from '../disclosure';
import type { Fields } from '../forms/form';
import type { FormView } from '../forms/form-element';
import { Input, Pills } from '../forms/input';
import { type ChosenTag, decodeTags, encodeTag, parseTags, splitTags, TagList, TagName } from '../tags/tag-choice';
import type { BulkChange, EditableProperty, InputsProps, PropertyFilter } from './link-property';
import type { LinksQuery } from './links-query';

const FIELDS = {
  /** The chosen tags of the account; tags/tag-choice.tsx encodes their names. */
  picked: { label: 'Tags', kind: 'several' },
  tags: {
    label: 'New tags',
    hint: 'Separate with commas.',
    input: { autocomplete: 'off', autocapitalize: 'none', dir: 'auto' },
  },
} as const;

const readTags = ({ picked = '', tags = '' }: Fields): string[] =>
  uniqueTags([...decodeTags(picked), ...parseTags(tags)]);

/** The value of a change, which has at least one tag. */
const readSome = (sent: Fields): string[] | null => (readTags(sent).length === 0 ? null : readTags(sent));

/** The tags as they are compared. Another spelling of the same tag is not a change. */
const joinKeys = (tags: readonly string[]): string => JSON.stringify(tags.map(normalizeTag));

type TagProps = Pick<InputsProps, 'of' | 'tags'>;

/** The chosen tags and some others. The rest is in a disclosure, and the field below takes any tag. */
const TagInputs: FC<TagProps> = (props) => {
  const hasBoxes = props.tags.offered.length > 0;
  return (
    <div class="tagging">
      {hasBoxes && <FewTags {...props} />}
      <Input of={props.of} name="tags" label={hasBoxes ? 'New tags' : undefined} />
    </div>
  );
};

const FewTags: FC<TagProps & { label?: string }> = ({ of, tags, label = 'Tags' }) => {
  const { few, others } = splitTags(tags.offered);
  return (
    <Pills label={label}>
      <TagBoxes of={of} tags={few} />
      {others.length > 0 && (
        <Disclosure summary={`Show ${formatCounted(others.length, 'more tag')}`} look="small">
          <div class="pills">
            <TagBoxes of={of} tags={others} />
          </div>
          {tags.rest.length > 0 && <p class="hint">You can type any other tag below.</p>}
        </Disclosure>
      )}
    </Pills>
  );
};

/** A form that is shown again has the boxes ticked as they were sent. */
const TagBoxes: FC<{ of: FormView; tags: readonly ChosenTag[] }> = ({ of: { state }, tags }) => {
  const picked = new Set(state?.typed.picked?.split(' '));
  return (
    <>
      {tags.map((tag) => (
        <label>
          <input
            type="checkbox"
            name="picked"
            value={encodeTag(tag.name)}
            checked={state === undefined ? tag.isChosen : picked.has(encodeTag(tag.name))}
          />
          <TagName of={tag} />
        </label>
      ))}
    </>
  );
};

/** The tags of a list are those of its filter, so none is chosen for a change. */
const BulkInputs: FC<TagProps> = ({ of, tags }) => {
  const offered = tags.offered.map((tag) => ({ ...tag, isChosen: false }));
  return (
    <div class="tagging">
      {offered.length > 0 && <FewTags of={of} tags={{ ...tags, offered }} label="Existing tags" />}
      <Input
        of={of}
        name="tags"
        label={offered.length > 0 ? 'Other tags' : 'Tags'}
        isFirst
        hint="Type tags to add or remove. Separate with commas."
      />
    </div>
  );
};

const MATCHES = [
  ['all', 'All of these'],
  ['any', 'Any of these'],
] as const;

/** Whether a link has all of the chosen tags, or any of them. */
const Match: FC<{ of: LinksQuery['tags'] }> = ({ of: chosen }) => (
  <div class="match">
    <fieldset class="segments">
      <legend class="unseen">Match</legend>
      {MATCHES.map(([match, text]) => (
        <label>
          <input type="radio" name="tags" value={match === 'any' ? match : ''} checked={match === chosen} />
          {text}
        </label>
      ))}
    </fieldset>
  </div>
);

/** The id of the names that fields of a list suggest. */
const OTHER_TAGS = 'other-tags';

/** The most names that the field suggests. A page with a thousand would be too large. */
const MAX_SUGGESTED = 300;

/** The chosen tags and some others. A field finds the rest: the browser suggests names that have what is typed. */
const FilterInputs: PropertyFilter['Inputs'] = ({ query, tags: { offered, rest } }) => {
  if (offered.length === 0) return null;
  const { few, others } = splitTags(offered);
  const names = [...others.map(({ name }) => name), ...rest];
  return (
    <Pills label="Tags">
      {offered.length > 1 && <Match of={query.tags} />}
      {few.map((tag) => (
        <label>
          <input type="checkbox" name="tag" value={tag.name} checked={tag.isChosen} />
          <TagName of={tag} />
        </label>
      ))}
      {names.length > 0 && (
        <div class="finds">
          <input
            name="tag"
            list={OTHER_TAGS}
            aria-label={`Find one of ${formatCounted(names.length, 'more tag')}`}
            placeholder={`Find one of ${formatCounted(names.length, 'more tag')}`}
            autocomplete="off"
            dir="auto"
          />
          <datalist id={OTHER_TAGS}>
            {names.slice(0, MAX_SUGGESTED).map((name) => (
              <option value={name} />
            ))}
          </datalist>
        </div>
      )}
    </Pills>
  );
};

export const TAGS: EditableProperty = {
  label: 'Tags',
  path: 'tags',
  fields: FIELDS,
  refusals: {
    FIELD_INVALID: `Use at most ${MAX_TAGS} tags of at most ${MAX_TAG} characters each, and none named . or ..`,
    TAGS_EXCEEDED: null,
  },
  read: readTags,
  value: ({ details }) => details.tags,
  fill: ({ details }) => ({ picked: details.tags.map(encodeTag).join(' '), tags: '' }),
  edit: (sent, { details }) => {
    const isSame = sent.tags === undefined || joinKeys(readTags(sent)) === joinKeys(details.tags);
    return isSame ? undefined : readTags(sent);
  },
  show: ({ link: { details }, colorOf }) =>
    details.tags.length === 0 ? null : <TagList names={details.tags} colorOf={colorOf} />,
  Inputs: TagInputs,
  filter: {
    Inputs: FilterInputs,
    passes: ({ details }, { tag, tags }) => {
      const has = new Set(details.tags.map(normalizeTag));
      const passes = (name: string) => has.has(normalizeTag(name));
      return tag.length === 0 || (tags === 'any' ? tag.some(passes) : tag.every(passes));
    },
    list: (query) =>
      query.tag.map((name) => ({
        words: name,
        isTag: true,
        without: { ...query, tag: query.tag.filter((other) => other !== name) },
      })),
  },
};

export const TAG_CHANGES: BulkChange = {
  name: 'tags',
  summary: 'Edit tags',
  // The filter's list of names is on the same page.
  fields: { ...FIELDS, tags: { ...FIELDS.tags, input: { ...FIELDS.tags.input, list: OTHER_TAGS } } },
  Inputs: BulkInputs,
  changes: {
    tag: {
      label: 'Add tags',
      read: readSome,
      missing: 'Choose or type a tag.',
      edit: ({ tags }) => ({ addTags: tags ?? [] }),
    },
    untag: {
      label: 'Remove tags',
      look: 'quiet',
      read: readSome,
      missing: 'Choose or type a tag.',
      edit: ({ tags }) => ({ removeTags: tags ?? [] }),
    },
  },
};
