/**
 * The pages and forms of the UTM templates of an account (specification 14.5). The forms of links offer them
 * (links/utm.tsx).
 */
import type { FC } from 'hono/jsx';
import {
  changeTemplate,
  deleteTemplate,
  findTemplate,
  listTemplates,
  makeTemplate,
  type TemplateFault,
  type UtmTemplate,
} from '#api/links/utm-templates';
import { PLAN_LIMITS } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { readUtm, UTM } from '#domain/utm';
import { Card, DangerCard, Empty, formatCount, formatCounted, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { Disclosure } from '../disclosure';
import type { FieldErrors, Fields, Forms } from '../forms/form';
import { FormElement, type FormView, wasSent } from '../forms/form-element';
import { FormRefused, handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { queryOf, TEMPLATES } from '../links/utm';
import { type ConsolePage, show } from '../page';
import { readActor } from '../sign-in/session';
import { namePlan } from '../words';
import { CHANGE_TEMPLATE, DELETE_TEMPLATE, MAX_QUERY, NEW_TEMPLATE } from './forms';

const mostOf = (c: ConsoleContext): number => PLAN_LIMITS[c.get('account').plan].utmTemplates;

const readChange = (c: ConsoleContext) => ({ accountId: c.get('account').id, by: readActor(c), now: c.get('now') });

/** The template of a form's fields. */
const readTemplate = (id: string, sent: Fields): UtmTemplate => ({
  id,
  name: (sent.name ?? '').trim(),
  query: queryOf(Object.fromEntries(UTM.map((name) => [name, sent[name] ?? '']))),
});

async function checkParameters(_: ConsoleContext, sent: Fields): Promise<FieldErrors> {
  const { query } = readTemplate('', sent);
  if (query === '') return [['utm_source', 'Fill in at least one parameter.']];
  const tooLong = `Shorten the parameters: together they have at most ${formatCount(MAX_QUERY)} characters.`;
  return query.length > MAX_QUERY ? [['form', tooLong]] : [];
}

/** @throws FormRefused */
function refuse(c: ConsoleContext, fault: TemplateFault): never {
  if (fault === 'TAKEN') throw new FormRefused([['name', 'Another template has this name.']], 409);
  throw new FormRefused([['form', `${describeLimit(c)} Delete one that you no longer need.`]], 403);
}

const describeLimit = (c: ConsoleContext): string =>
  `The ${namePlan(c.get('account').plan)} plan has ${formatCounted(mostOf(c), 'template')}.`;

/** @throws Refusal UNKNOWN_ROUTE where the account has no template of the id in the path */
async function readOwn(c: ConsoleContext): Promise<UtmTemplate> {
  const found = await findTemplate(c.env, c.get('account').id, c.req.param('id') ?? '');
  if (found === undefined) throw new Refusal('UNKNOWN_ROUTE');
  return found;
}

async function showTemplates(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const templates = await listTemplates(c.env, c.get('account').id);
  return show(c, templatesPage({ templates, most: mostOf(c), limit: describeLimit(c), forms }), status);
}

async function showTemplate(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  return show(c, templatePage({ template: await readOwn(c), forms }), status);
}

export const getTemplates = createHandlers(async (c) => showTemplates(c, await readForms(c)));

export const getTemplate = createHandlers(async (c) => showTemplate(c, await readForms(c)));

export const postTemplate = handleForm(NEW_TEMPLATE, {
  check: checkParameters,
  async run(c, sent, { seed }) {
    const fault = await makeTemplate(c.env, readTemplate(seed.id, sent), mostOf(c), readChange(c));
    if (fault !== null) refuse(c, fault);
    return { to: `${TEMPLATES}#title`, notice: 'template-made' };
  },
  show: showTemplates,
});

export const postTemplateChange = handleForm(CHANGE_TEMPLATE, {
  async check(c, sent) {
    await readOwn(c);
    return checkParameters(c, sent);
  },
  async run(c, sent) {
    const { id } = await readOwn(c);
    const fault = await changeTemplate(c.env, readTemplate(id, sent), readChange(c));
    if (fault !== null) refuse(c, fault);
    return { to: `${TEMPLATES}#title`, notice: 'template-changed' };
  },
  show: showTemplate,
});

export const postTemplateDeletion = handleForm(DELETE_TEMPLATE, {
  async run(c) {
    await deleteTemplate(c.env, await readOwn(c), readChange(c));
    return { to: `${TEMPLATES}#title`, notice: 'template-deleted' };
  },
  show: showTemplate,
});

type TemplatesView = {
  readonly templates: readonly UtmTemplate[];
  /** How many templates the account may have, as a number and in words. */
  readonly most: number;
  readonly limit: string;
  readonly forms: Forms;
};

const templatesPage = ({ templates, most, limit, forms }: TemplatesView): ConsolePage => ({
  title: 'UTM templates',
  section: 'account',
  main: (
    <>
      <Head
        title="UTM templates"
        back={['Account', '/console/account']}
        lead="Parameters that you use again and again. Choose them in the UTM fields of a link."
        isShort
      />
      {templates.length === 0 ? (
        <Empty title="No templates yet">
          <p>
            Save what you type again and again. “Newsletter”, with the source <code>newsletter</code> and the medium{' '}
            <code>email</code>, then fills in both by one choice.
          </p>
        </Empty>
      ) : (
        <Card title={`${formatCount(templates.length)} of ${formatCounted(most, 'template')}`}>
          <ul class="rows">
            {templates.map((template) => (
              <TemplateRow of={template} />
            ))}
          </ul>
        </Card>
      )}
      <section class="card" id="new">
        <h2>New template</h2>
        {templates.length < most || wasSent(NEW_TEMPLATE, forms) ? (
          <FormElement form={NEW_TEMPLATE} forms={forms} class="broad">
            {(of) => (
              <>
                <TemplateInputs of={of} name="" values={{}} />
                <p class="line">
                  <button type="submit">Save template</button>
                </p>
              </>
            )}
          </FormElement>
        ) : (
          <p class="soft">
            {limit} Delete one, or see <a href="/console/plan">the plans</a>.
          </p>
        )}
      </section>
    </>
  ),
});

const TemplateRow: FC<{ of: UtmTemplate }> = ({ of: { id, name, query } }) => (
  <li class="row">
    <div>
      <a href={`${TEMPLATES}/${id}`}>
        <bdi dir="auto">{name}</bdi>
      </a>
      <p>
        <bdi class="soft small">
          {Object.values(readUtm(`?${query}`))
            .filter((text) => text !== '')
            .join(' · ')}
        </bdi>
      </p>
    </div>
    <p class="line">
      <a class="button quiet minor" href={`${TEMPLATES}/${id}`} aria-label={`Edit ${name}`}>
        Edit
      </a>
    </p>
  </li>
);

const TemplateInputs: FC<{ of: FormView; name: string; values: Fields }> = ({ of, name, values }) => (
  <>
    <Input of={of} name="name" value={name} />
    <div class="fields">
      {UTM.map((one) => (
        <Input of={of} name={one} value={values[one]} />
      ))}
    </div>
  </>
);

const templatePage = ({ template, forms }: { template: UtmTemplate; forms: Forms }): ConsolePage => {
  const { id, name, query } = template;
  return {
    title: name,
    section: 'account',
    main: (
      <>
        <Head title={<bdi>{name}</bdi>} back={['UTM templates', TEMPLATES]} isShort />
        <section class="card">
          <FormElement form={CHANGE_TEMPLATE} forms={forms} params={{ id }} class="broad">
            {(of) => (
              <>
                <TemplateInputs of={of} name={name} values={readUtm(`?${query}`)} />
                <p class="line">
                  <button type="submit">Save</button>
                  <a class="button quiet" href={TEMPLATES}>
                    Cancel
                  </a>
                </p>
              </>
            )}
          </FormElement>
        </section>
        <DangerCard
          title="Delete this template"
          words="Links that were made with it keep their addresses. This cannot be undone."
        >
          <Disclosure
            summary="Delete template"
            look="button danger minor"
            hasCancel
            isOpen={wasSent(DELETE_TEMPLATE, forms, { id })}
          >
            <FormElement form={DELETE_TEMPLATE} forms={forms} params={{ id }}>
              {() => (
                <button class="danger" type="submit">
                  Delete for good
                </button>
              )}
            </FormElement>
          </Disclosure>
        </DangerCard>
      </>
    ),
  };
};
