/** The input of a field of a form: its label, hint, control and error. */
import type { Child, FC } from 'hono/jsx';
import type { Availability } from '../links/account-links';
import { type Field, nameWithoutField, REPLACED } from './form';
import type { FormView } from './form-element';

type InputProps = {
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
  /** Whether the field has the focus once its form is shown, or opened. A form with errors has it at the error. */
  isFirst?: boolean;
  /** Whether the page names the field already, so that only screen readers need its label. */
  isNamed?: boolean;
};

type TypedProps = InputProps & { field: Field; typed: string | undefined };

/** Renders one field by its kind, with the typed value and the error. */
export const Input: FC<InputProps> = (props) => {
  const field = (props.of.form.fields as Record<string, Field>)[props.name];
  if (field === undefined) throw new Error(`No field ${props.name}`);
  const typed = props.of.state?.typed[props.name];
  switch (field.kind) {
    case 'hidden':
      return <input type="hidden" name={props.name} value={typed ?? props.value} />;
    case 'tick':
      return (
        <Tick
          id={`${props.of.id}-${props.name}`}
          name={props.name}
          label={field.label}
          isTicked={props.of.state === undefined ? props.value === 'yes' : Boolean(typed)}
          hint={props.hint}
          error={props.of.state?.errors[props.name]}
          isOnlyError={props.of.onlyError === props.name}
        />
      );
    case 'radios':
      return <Radios {...props} field={field} typed={typed} />;
    default:
      return <TypedField {...props} field={field} typed={typed} />;
  }
};

const TypedField: FC<TypedProps> = ({ of, name, value, field, typed, ...rest }) => {
  const id = `${of.id}-${name}`;
  const error = of.state?.errors[name];
  const { availability, beside, before } = rest;
  const isOnlyError = of.onlyError === name;
  // If somebody else has changed the value meanwhile, what was typed is not wrong.
  const isLate = error !== undefined && of.state?.typed[REPLACED] !== undefined;
  const isLocked = availability?.isAvailable === false;
  const isKept = of.state?.kept?.names.includes(name) === true;
  const ownHint = isKept ? KEPT_HINT : (rest.hint ?? field.hint);
  const help = isLocked ? <Reason of={availability} /> : ownHint;
  const hint = error === undefined ? help : undefined;
  const attributes = {
    id,
    name,
    disabled: isLocked,
    'aria-invalid': error && !isLate ? ('true' as const) : undefined,
    autofocus: isOnlyError || (rest.isFirst && of.state === undefined) || undefined,
    // The script keeps no draft of it (client/parts/drafts.ts).
    'data-unkept': field.kind === 'secret' || field.kind === 'file' || field.isTransient ? '' : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    'data-wrong': field.wrong,
    ...field.input,
  };
  const control = (
    <Control kind={field.kind} attributes={attributes} value={typed ?? value} options={rest.options ?? []} />
  );
  const isTypedBefore = isKept || of.state?.lost.includes(name);
  const without = field.without && isTypedBefore ? nameWithoutField(name) : undefined;
  return (
    <div class={isLate ? 'field late' : 'field'}>
      <label for={id} class={rest.isNamed ? 'unseen' : undefined}>
        {rest.label ?? field.label}
      </label>
      {beside || before || isLocked ? (
        <div class={before ? 'join prefixed' : 'join'}>
          {before && <span>{before}</span>}
          {control}
          {isLocked && <Lock />}
          {beside}
        </div>
      ) : (
        control
      )}
      <ErrorLine id={id} words={error} isAlert={isOnlyError} />
      {rest.after}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {without && (
        <Tick
          id={`${id}-without`}
          name={without}
          label={field.without ?? ''}
          isTicked={Boolean(of.state?.typed[without])}
        />
      )}
    </div>
  );
};

const KEPT_HINT = 'What you typed is kept for an hour, and not shown. Type here only to replace it.';

/** The padlock in the field of an option that the plan lacks. */
const Lock: FC = () => (
  <svg class="lock" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 11h12v9H6zM8.500 11V7.500a3.500 3.500 0 0 1 7 0V11" />
  </svg>
);

type ControlProps = {
  kind: Field['kind'];
  attributes: Record<string, unknown>;
  value: string | undefined;
  options: readonly (readonly [value: string, label: Child])[];
};

/** The select, textarea or input element. The value of a secret is never sent back. */
const Control: FC<ControlProps> = ({ kind, attributes, value, options }) =>
  kind === 'choice' ? (
    <select {...attributes}>
      {options.map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  ) : kind === 'lines' ? (
    <textarea {...attributes}>{value}</textarea>
  ) : (
    <input
      {...attributes}
      type={INPUT_TYPES.get(kind) ?? 'text'}
      value={kind === 'secret' || kind === 'file' ? undefined : value}
    />
  );

const INPUT_TYPES: ReadonlyMap<Field['kind'], string> = new Map([
  ['url', 'url'],
  ['moment', 'datetime-local'],
  ['file', 'file'],
]);

type TickProps = {
  id: string;
  name: string;
  label: string;
  isTicked: boolean;
  /** An element beside the label. */
  hint?: Child;
  error?: string | undefined;
  isOnlyError?: boolean;
};

const Tick: FC<TickProps> = ({ id, name, label, isTicked, hint, error, isOnlyError = false }) => (
  <div class="field">
    <label class="check" for={id}>
      <input
        id={id}
        type="checkbox"
        name={name}
        value="yes"
        checked={isTicked}
        autofocus={isOnlyError || undefined}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <span>
        {label}
        {hint}
      </span>
    </label>
    <ErrorLine id={id} words={error} isAlert={isOnlyError} />
  </div>
);

/** A question with one radio button per option. The summary of errors leads to the first one. */
const Radios: FC<TypedProps> = ({ of, name, value, field, typed, options = [], hint, look = 'radios', isNamed }) => {
  const id = `${of.id}-${name}`;
  const error = of.state?.errors[name];
  const isOnlyError = of.onlyError === name;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset class={look} aria-describedby={described || undefined}>
      <legend class={isNamed ? 'unseen' : undefined}>{field.label}</legend>
      <ErrorLine id={id} words={error} isAlert={isOnlyError} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options.map(([option, label], index) => (
        <label>
          <input
            id={index === 0 ? id : `${id}-${option}`}
            type="radio"
            name={name}
            value={option}
            checked={option === (typed ?? value)}
            autofocus={(isOnlyError && index === 0) || undefined}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
};

/** A choice of few options, as pills side by side. @param children a label for each option, with its box inside */
export const Pills: FC<{ label: string; children: Child }> = ({ label, children }) => (
  <fieldset class="pills">
    <legend class="soft small">{label}</legend>
    {children}
  </fieldset>
);

/** The reason why an option cannot be used. The name of a plan in it is a link to the plans. */
const Reason: FC<{ of: Extract<Availability, { isAvailable: false }> }> = ({ of: { reason, plan } }) => {
  if (plan === undefined) return <>{reason}</>;
  const [before, after] = reason.split(plan);
  return (
    <>
      {before}
      <a href="/console/plan">{plan}</a>
      {after}
    </>
  );
};

/**
 * The message below a field that is wrong.
 * @param isAlert whether it is the only one, so that no summary announces it
 */
const ErrorLine: FC<{ id: string; words: string | undefined; isAlert: boolean }> = ({ id, words, isAlert }) =>
  words ? (
    <p class="bad" id={`${id}-error`} role={isAlert ? 'alert' : undefined}>
      {words}
    </p>
  ) : null;
