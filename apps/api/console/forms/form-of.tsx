/** The component of a form, with its token and a summary of its errors. */
import type { Child, FC } from 'hono/jsx';
import { AGAIN, type Form, type FormState, type Forms, fillRoute, type Params, TOKEN } from './form';

/** The form, the prefix and the state that the inputs of a form need. */
export type FormView<Name extends string = string> = {
  readonly form: Form<Name>;
  /** The prefix of the fields' ids. It is unique, because a page may show several forms, and one form several times. */
  readonly id: string;
  readonly state: FormState | undefined;
};

type FormOfProps = {
  form: Form;
  forms: Forms;
  params?: Params;
  class?: string;
  attributes?: Record<string, string>;
  children: (shown: FormView) => Child;
};

/** Renders a form. It has `novalidate`, because browsers would report only the first wrong field. */
export const FormOf: FC<FormOfProps> = ({ form, forms, params = {}, class: kind, attributes, children }) => {
  const action = fillRoute(form.path, params);
  const state = forms.state?.action === action ? forms.state : undefined;
  const shown = { form, id: idOf(action), state };
  return (
    <form class={kind} method="post" action={action} novalidate {...attributes}>
      <input type="hidden" name={TOKEN} value={forms.token} />
      {state && state.lost.length > 0 && <input type="hidden" name={AGAIN} value={state.lost.join(' ')} />}
      {state && <Summary shown={shown} page={fillRoute(form.page, params)} />}
      {children(shown)}
    </form>
  );
};

/** Whether the page shows this form again because it was sent. The details element around the form is open then. */
export const wasSent = (form: Form, forms: Forms, params: Params = {}): boolean =>
  forms.state?.action === fillRoute(form.path, params);

const idOf = (action: string): string => action.replace('/console/', '').replace(/[^\w-]+/g, '-');

/**
 * The summary of errors, with a link to each field. The script reads `data-page`, and makes Back and reload request
 * that page.
 */
const Summary: FC<{ shown: FormView; page: string }> = ({ shown: { form, id, state }, page }) => {
  const errors = state?.errors ?? {};
  const wrong = Object.entries(form.fields).filter(([name]) => errors[name] !== undefined);
  if (wrong.length === 0 && errors.form === undefined) return null;
  return (
    <div class="alert wrong" role="alert" tabindex={-1} autofocus data-page={page}>
      {errors.form && <p>{errors.form}</p>}
      {wrong.length > 0 && (
        <>
          <p>Nothing was done yet. Please look at:</p>
          <ul>
            {wrong.map(([name, { label }]) => (
              <li>
                <a href={`#${id}-${name}`}>{`${label}: ${errors[name]}`}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
