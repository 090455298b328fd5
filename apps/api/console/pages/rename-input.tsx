/** The field of a new name, with its button in one line. */
import type { FC } from 'hono/jsx';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';

/** @param of a form with a field `name`, such as that of a key */
export const RenameInput: FC<{ of: FormView; name: string }> = ({ of, name }) => (
  <Input
    of={of}
    name="name"
    value={name}
    beside={
      <button class="quiet" type="submit">
        Rename
      </button>
    }
  />
);
