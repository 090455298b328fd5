/** The component of a form, with its token and a summary of its errors. */
import type { Child, FC } from 'hono/jsx';
import { AlertIcon } from '../components';
import {
  AGAIN,
  type Field,
  type Form,
  type FormState,
  type Forms,
  fillRoute,
  findFile,
  KEPT,
  type Params,
  TOKEN,
} from './form';

/** The form, the prefix and the state that the inputs of a form need. */
export type FormView<Name extends string = string> = {
  readonly form: Form<Name>;
  /** The prefix of the fields' ids. It is unique, because a page may show several forms, and one form several times. */
  readonly id: string;
  readonly state: FormState | undefined;
  /** The field that is the only error. It has the focus and the alert, so that no summary repeats its message. */
  readonly onlyError: string | undefined;
};

type FormElementProps = {
  form: Form;
  forms: Forms;
  params?: Params;
  class?: string | undefined;
  attributes?: Record<string, string>;
  children: (shown: FormView) => Child;
};

/** What the inputs of a form need, on a page with these forms. */
export function makeView(form: Form, forms: Forms, params: Params = {}): FormView {
  const action = fillRoute(form.path, params);
  const state = forms.state?.action === action ? forms.state : undefined;
  return { form, id: makeId(action), state, onlyError: findOnlyError(form, state) };
}

/** Renders a form. It has `novalidate`, because browsers would report only the first wrong field. */
export const FormElement: FC<FormElementProps> = ({ form, forms, params = {}, class: kind, attributes, children }) => {
  const action = fillRoute(form.path, params);
  const shown = makeView(form, forms, params);
  const { state, onlyError } = shown;
  const page = fillRoute(form.page, params);
  const typedBefore = [...(state?.lost ?? []), ...(state?.kept?.names ?? [])];
  const encoding = findFile(form) === undefined ? undefined : 'multipart/form-data';
  const again = onlyError === undefined ? {} : { 'data-page': page };
  return (
    <form class={kind} method="post" action={action} enctype={encoding} novalidate {...attributes} {...again}>
      <input type="hidden" name={TOKEN} value={forms.token} />
      {typedBefore.length > 0 && <input type="hidden" name={AGAIN} value={typedBefore.join(' ')} />}
      {state?.kept && <input type="hidden" name={KEPT} value={state.kept.sealed} />}
      {state && <Summary shown={shown} page={page} />}
      {children(shown)}
    </form>
  );
};

/** The buttons at the end of a form in a disclosure. @param page the page without the form */
export const FormButtons: FC<{ label: string; page: string }> = ({ label, page }) => (
  <p class="line">
    <button type="submit">{label}</button>
    <a class="button quiet" href={page}>
      Cancel
    </a>
  </p>
);

/** Whether the page shows this form again because it was sent. The details element around the form is open then. */
export const wasSent = (form: Form, forms: Forms, params: Params = {}): boolean =>
  forms.state?.action === fillRoute(form.path, params);

const makeId = (action: string): string => action.replace('/console/', '').replace(/[^\w-]+/g, '-');

/** Whether a field has no single place on the page, so that its error is only in the summary. */
const isApart = ({ kind, isTransient, input }: Field): boolean =>
  kind === 'hidden' || kind === 'several' || (isTransient === true && input === undefined);

const wrongFields = (form: Form, state: FormState): [name: string, field: Field][] =>
  Object.entries<Field>(form.fields).filter(([name]) => state.errors[name] !== undefined);

function findOnlyError(form: Form, state: FormState | undefined): string | undefined {
  if (state === undefined || state.errors.form !== undefined) return undefined;
  const [first, ...others] = wrongFields(form, state);
  return first === undefined || others.length > 0 || isApart(first[1]) ? undefined : first[0];
}

/**
 * The summary of errors, with a link to each field. The message itself is at the field. The script reads `data-page`,
 * and makes Back and reload request that page.
 */
const Summary: FC<{ shown: FormView; page: string }> = ({ shown: { form, id, state, onlyError }, page }) => {
  if (state === undefined || onlyError !== undefined) return null;
  const { errors } = state;
  const wrong = wrongFields(form, state);
  if (wrong.length === 0 && errors.form === undefined) return null;
  const linked = wrong.filter(([, field]) => !isApart(field));
  return (
    <div class="alert wrong" role="alert" tabindex={-1} autofocus data-page={page}>
      <AlertIcon kind="wrong" />
      <div>
        {errors.form && <p>{errors.form}</p>}
        {wrong.map(([name, field]) => isApart(field) && <p>{errors[name]}</p>)}
        {linked.length > 0 && (
          <>
            <p>
              <b>{form.failed ?? 'Nothing was done yet.'}</b>
              {linked.length === 1 ? ' Fix this field:' : ' Fix these fields:'}
            </p>
            <ul class="line">
              {linked.map(([name, { label }]) => (
                <li>
                  <a href={`#${id}-${name}`}>{label}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
};
