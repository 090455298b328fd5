/** The tag in responses, and the body that changes it (specification 8.9). */
import * as z from 'zod';
import { isTag, MAX_TAG } from '#domain/link-details';
import { TAG_COLORS } from '#domain/tag-colors';

const NAME_RULE = `name must be one line of 1 to ${MAX_TAG} characters, and not . or ..`;
const COLOR_RULE = `color must be one of ${TAG_COLORS.join(', ')}, or null`;
const NOTHING_RULE = 'Name what to change: name, color';

const Color = z.enum(TAG_COLORS, COLOR_RULE).nullable();

export const TagRecord = z
  .strictObject({ name: z.string().describe('The name, as it was first written.'), color: Color })
  .meta({ id: 'Tag', description: 'A tag of the account.' });

export const TagChange = z
  .object({
    name: z
      .string(NAME_RULE)
      .trim()
      .refine(isTag, NAME_RULE)
      .optional()
      .describe('The new name. No other tag of the account may have it.'),
    color: Color.optional().describe('`null` removes the color.'),
  })
  .refine(({ name, color }) => name !== undefined || color !== undefined, NOTHING_RULE)
  .meta({ id: 'TagChange', description: 'The fields of a tag to change.' });

export const LISTED_TAG = { name: 'Winter', color: 'blue' } as const;
