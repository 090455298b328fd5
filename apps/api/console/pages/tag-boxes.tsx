/** The tags of the account as boxes to tick, in the forms that give tags to links. A field beside them takes new ones. */
import type { FC } from 'hono/jsx';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import { type ChosenTag, fewOf, type TagChoice } from '../tag-choice';
import { valueOfTag } from '../tag-text';
import { Pills } from './pills';
import { TagName } from './tag-list';

type TagBoxesProps = { of: FormView; tags: TagChoice };

/** The chosen tags and some others. The rest is behind a disclosure, and the field below takes any. */
export const TagFields: FC<TagBoxesProps> = (props) => {
  const hasBoxes = props.tags.offered.length > 0;
  return (
    <div class="tagging">
      {hasBoxes && <FewTags {...props} />}
      <Input of={props.of} name="tags" label={hasBoxes ? 'New tags' : undefined} />
    </div>
  );
};

const FewTags: FC<TagBoxesProps> = ({ of, tags }) => {
  const { few, others } = fewOf(tags.offered);
  return (
    <Pills label="Tags">
      <TagBoxes of={of} tags={few} />
      {others.length > 0 && (
        <details>
          <summary class="small">{`${others.length} more`}</summary>
          <div class="pills">
            <TagBoxes of={of} tags={others} />
          </div>
          {tags.hasMore && <p class="hint">You can type any other tag below.</p>}
        </details>
      )}
    </Pills>
  );
};

/** A form that is shown again has the boxes ticked as they were sent. */
export const TagBoxes: FC<{ of: FormView; tags: readonly ChosenTag[] }> = ({ of: { state }, tags }) => {
  const picked = new Set(state?.typed.picked?.split(' '));
  return (
    <>
      {tags.map((tag) => (
        <label>
          <input
            type="checkbox"
            name="picked"
            value={valueOfTag(tag.name)}
            checked={state === undefined ? tag.isChosen : picked.has(valueOfTag(tag.name))}
          />
          <TagName of={tag} />
        </label>
      ))}
    </>
  );
};
