/** The further actions of a link: to end it at once, and the way to its deletion. */
import type { FC } from 'hono/jsx';
import { CHANGE_LINKS, CHANGES } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';

/** The id of the form that deletes the link. */
export const DELETION = 'delete';

export const LinkMenu: FC<{ code: string; forms: Forms }> = ({ code, forms }) => (
  <details class="menu">
    <summary class="button quiet">
      <span aria-hidden="true">⋯</span>
      <span class="unseen">More actions</span>
    </summary>
    <ul class="panel">
      <li>
        <FormOf form={CHANGE_LINKS} forms={forms} class="plain">
          {(shown) => (
            <>
              <Input of={shown} name="list" value={`/console/links/${code}`} />
              <input type="hidden" name="codes" value={code} />
              <button type="submit" name="change" value="stop">
                {CHANGES.stop}
              </button>
            </>
          )}
        </FormOf>
      </li>
      <li>
        <a class="grave" href={`#${DELETION}`}>
          Delete…
        </a>
      </li>
    </ul>
  </details>
);
