/** The UTM parameters of a destination: fields that write the query of its address (packages/domain/utm.ts). */
import type { FC } from 'hono/jsx';
import type { UtmTemplate } from '#api/links/utm-templates';
import { readUtm, UTM, type UtmName, type UtmValues, writeUtm } from '#domain/utm';
import { Disclosure } from '../disclosure';
import { type Field, type Fields, SHOW } from '../forms/form';
import type { FormView } from '../forms/form-element';
import { Input } from '../forms/input';

/** The page of the templates. */
export const TEMPLATES = '/console/templates';

/** The parameters that the fields of the page began with, as a query. A form that is sent back compares them. */
const SEEN = 'utm_seen';

const LABELS: Readonly<Record<UtmName, readonly [label: string, example: string]>> = {
  utm_source: ['Source', 'newsletter'],
  utm_medium: ['Medium', 'email'],
  utm_campaign: ['Campaign', 'spring-sale'],
  utm_term: ['Term', 'running shoes'],
  utm_content: ['Content', 'header-link'],
};

/** A field for each parameter. */
export const PARAMETERS: Readonly<Record<string, Field>> = Object.fromEntries(
  UTM.map((name) => {
    const [label, placeholder] = LABELS[name];
    return [name, { label, input: { placeholder, autocomplete: 'off', autocapitalize: 'none', dir: 'auto' } }];
  }),
);

/** The choice of a template. Its values are queries, so that a chosen one needs no further look. */
const TEMPLATE = 'utm_template';

export const UTM_FIELDS: Readonly<Record<string, Field>> = {
  [TEMPLATE]: { label: 'Template', kind: 'choice', isTransient: true },
  ...PARAMETERS,
  [SEEN]: { label: 'The parameters as they were', kind: 'hidden' },
};

/** The parameters as a query. */
export const queryOf = (values: Partial<UtmValues>): string => writeUtm('', values).slice(1);

/** The texts that the fields begin with for an address. */
export const fillUtm = (address: string): Fields => {
  const values = readUtm(address);
  return { ...values, [SEEN]: queryOf(values) };
};

/** The texts of the parameters that a chosen template has, when its button is pressed. The others stay. */
export const fillFromTemplate = (button: string, sent: Fields): Fields =>
  button === TEMPLATE
    ? Object.fromEntries(Object.entries(readUtm(`?${sent[TEMPLATE] ?? ''}`)).filter(([, text]) => text !== ''))
    : {};

/**
 * Writes the fields into an address. A field that has the text with which the page showed it leaves the address as it
 * is, so that a parameter of the address itself can be changed there too.
 */
export function mergeUtm(address: string, sent: Fields): string {
  const seen = readUtm(`?${sent[SEEN] ?? ''}`);
  const typed = UTM.flatMap((name) => {
    const text = sent[name]?.trim();
    return text === undefined || text === seen[name] ? [] : [[name, text] as const];
  });
  return address === '' ? address : writeUtm(address, Object.fromEntries(typed));
}

/** The state of a form with the address that the fields have made of its text. */
export const withMerged = (of: FormView): FormView => {
  const { state } = of;
  if (state === undefined) return of;
  const url = mergeUtm((state.typed.url ?? '').trim(), state.typed);
  // Without an address the fields keep what was typed for it.
  const fields = url === '' ? { [SEEN]: '' } : fillUtm(url);
  return { ...of, state: { ...state, typed: { ...state.typed, url, ...fields } } };
};

type UtmProps = {
  of: FormView;
  templates: readonly UtmTemplate[];
  address?: string;
  /** What the parameters become a part of. */
  into?: string;
};

/**
 * The fields, closed while no parameter is set. The script fills in a chosen template at once, and writes the address at
 * each key (client/parts/utm.ts). “Save as a template” opens the form of a new template with what they have; the form
 * that is left keeps its draft.
 */
export const UtmInputs: FC<UtmProps> = ({ of, templates, address = '', into = 'the address above' }) => {
  const values: Fields = of.state?.typed ?? fillUtm(address);
  const isUsed = UTM.some((name) => values[name]);
  return (
    <Disclosure class="utm" summary="UTM parameters" isOpen={isUsed}>
      {/* Enter presses the first button of a form, which must not be one of these. */}
      <button class="unseen" type="submit" tabindex={-1}>
        Send
      </button>
      <div class="stack">
        {templates.length > 0 && <TemplateChoice of={of} templates={templates} />}
        <div class="fields">
          {UTM.map((name) => (
            <Input of={of} name={name} value={values[name]} />
          ))}
        </div>
      </div>
      <p class="hint">They become part of {into}.</p>
      <p class="line">
        <button class="quiet minor" type="submit" name={SHOW} formaction={TEMPLATES} formnovalidate>
          Save as a template
        </button>
        {templates.length > 0 && (
          <a class="small" href={TEMPLATES}>
            Edit templates
          </a>
        )}
      </p>
      <input type="hidden" name={SEEN} value={values[SEEN]} />
    </Disclosure>
  );
};

const TemplateChoice: FC<{ of: FormView; templates: readonly UtmTemplate[] }> = ({ of, templates }) => (
  <Input
    of={of}
    name={TEMPLATE}
    options={[['', 'Choose a template'], ...templates.map(({ name, query }) => [query, name] as const)]}
    beside={
      <button class="quiet" type="submit" name={SHOW} value={TEMPLATE}>
        Fill in
      </button>
    }
  />
);
