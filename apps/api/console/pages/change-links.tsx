/** The part of the list of links that changes the selected ones. It is shown while a link is selected. */
import type { FC } from 'hono/jsx';
import { CHANGES } from '../forms/declared/links';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Availability } from '../link-fields';
import { Unit } from './new-link-page';

/** The stylesheet shows only the fields of the chosen change. The field of a new end may be empty on every plan. */
export const ChangeSelected: FC<{ of: FormView; canExpire: Availability }> = ({ of, canExpire }) => (
  <section class="deeds card" aria-label="Change the selected links">
    <p class="small" role="status" data-count />
    <div class="fields">
      <Input of={of} name="change" options={Object.entries(CHANGES)} />
      <div class="for-end">
        <Input of={of} name="expiresIn" availability={canExpire} beside={<Unit of={of} availability={canExpire} />} />
      </div>
      <div class="for-tags">
        <Input of={of} name="tags" />
      </div>
      <button type="submit">Apply to selected</button>
    </div>
  </section>
);
