/** The forms of tags. */
import { TagChange } from '#api/links/tag-record';
import { MAX_TAG } from '#domain/link-details';
import { TAG_COLORS, type TagColor } from '#domain/tag-colors';
import { defineForm } from '../form';

const TAG_PAGE = '/console/tags/:name';

/** The text of the choice without a colour. */
const NO_COLOR = '';

/** The choices of a colour, and their labels. */
export const COLOR_CHOICES: readonly (readonly [value: string, label: string])[] = [
  [NO_COLOR, 'No colour'],
  ...TAG_COLORS.map((color) => [color, `${color.charAt(0).toUpperCase()}${color.slice(1)}`] as const),
];

const isColor = (text: string): text is TagColor => TAG_COLORS.some((color) => color === text);

/** Returns the colour of a choice; null for none, and for a text that is no choice. */
export const colorOfChoice = (text: string): TagColor | null => (isColor(text) ? text : null);

export const CHANGE_TAG = defineForm({
  path: `${TAG_PAGE}/change`,
  page: TAG_PAGE,
  failed: 'Nothing was changed.',
  fields: {
    name: {
      label: 'Name',
      rule: (text) =>
        TagChange.shape.name.safeParse(text).success ? undefined : `Use one line of 1 to ${MAX_TAG} characters.`,
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
