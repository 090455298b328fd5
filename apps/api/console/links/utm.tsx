/** The UTM parameters of a destination: fields that write the query of its address (packages/domain/utm.ts). */
import type { FC } from 'hono/jsx';
import { readUtm, UTM, type UtmName, type UtmValues, writeUtm } from '#domain/utm';
import { Disclosure } from '../disclosure';
import type { Field, Fields } from '../forms/form';
import type { FormView } from '../forms/form-element';
import { Input } from '../forms/input';

/** The parameters that the fields of the page began with, as a query. A form that is sent back compares them. */
const SEEN = 'utm_seen';

const LABELS: Readonly<Record<UtmName, readonly [label: string, example: string]>> = {
  utm_source: ['Source', 'newsletter'],
  utm_medium: ['Medium', 'email'],
  utm_campaign: ['Campaign', 'spring-sale'],
  utm_term: ['Term', 'running shoes'],
  utm_content: ['Content', 'header-link'],
};

export const UTM_FIELDS: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(
    UTM.map((name) => {
      const [label, placeholder] = LABELS[name];
      return [name, { label, input: { placeholder, autocomplete: 'off', autocapitalize: 'none', dir: 'auto' } }];
    }),
  ),
  [SEEN]: { label: 'The parameters as they were', kind: 'hidden' },
};

/** The parameters as a query. */
const queryOf = (values: Partial<UtmValues>): string => writeUtm('', values).slice(1);

/** The texts that the fields begin with for an address. */
export const fillUtm = (address: string): Fields => {
  const values = readUtm(address);
  return { ...values, [SEEN]: queryOf(values) };
};

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

/**
 * The fields, closed while no parameter is set. The script writes the address at each key (client/parts/utm.ts).
 * @param into what they become a part of
 */
export const UtmInputs: FC<{ of: FormView; address?: string; into?: string }> = ({
  of,
  address = '',
  into = 'the address above',
}) => {
  const values: Fields = of.state?.typed ?? fillUtm(address);
  return (
    <Disclosure class="utm" summary="UTM parameters" isOpen={UTM.some((name) => values[name])}>
      <div class="fields">
        {UTM.map((name) => (
          <Input of={of} name={name} value={values[name]} />
        ))}
      </div>
      <p class="hint">They become part of {into}.</p>
      <input type="hidden" name={SEEN} value={values[SEEN]} />
    </Disclosure>
  );
};
