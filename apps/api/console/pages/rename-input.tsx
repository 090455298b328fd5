/** The field of a new name, with its button in one line. */
import type { FC } from 'hono/jsx';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';

type RenameInputProps = {
  /** A form with a field `name`, such as that of a key. */
  of: FormView;
  name: string;
  /** Whether only screen readers need the label. */
  isNamed?: boolean;
};

export const RenameInput: FC<RenameInputProps> = ({ of, name, isNamed = false }) => (
  <Input
    of={of}
    name="name"
    value={name}
    isNamed={isNamed}
    beside={
      <button class="quiet" type="submit">
        Rename
      </button>
    }
  />
);
