/** What the components of a form's field are given. */
import type { Child } from 'hono/jsx';
import type { Availability } from '../link-fields';
import type { Field } from './form';
import type { FormView } from './form-of';

export type InputProps = {
  of: FormView;
  name: string;
  /** The initial value; `yes` for a ticked checkbox. */
  value?: string | undefined;
  hint?: Child;
  /** The label in place of the field's own. */
  label?: string | undefined;
  /** The options of a choice or of radio buttons. Those of a choice are texts. */
  options?: readonly (readonly [value: string, label: Child])[];
  /** The class of a question with radio buttons: a list by default. */
  look?: 'radios' | 'pills' | 'tiles';
  /** Whether the option can be used. Where it cannot, the input is disabled, and the hint is the reason. */
  availability?: Availability;
  /** An element in one line with the input. */
  beside?: Child;
  /** A text in front of what is typed, which belongs to the value. */
  before?: string;
  /** An element between the input and its hint. */
  after?: Child;
  /** Whether the page names the field already, so that only screen readers need its label. */
  isNamed?: boolean;
};

export type TypedProps = InputProps & { field: Field; typed: string | undefined };
