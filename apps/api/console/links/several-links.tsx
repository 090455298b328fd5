/**
 * The form that makes several links at once, as POST /v2/shorten/batch does, and the page with its results. The results
 * are kept with the form for a day (forms/run-once.ts), so that no address of a page has a destination.
 */
import type { FC } from 'hono/jsx';
import { writeCsvLines } from '#api/http/csv';
import { createBatch, createContext } from '#api/links/create';
import { LinkBody, listRefusals } from '#api/links/link-request';
import { listTags } from '#api/links/tags';
import { listTemplates } from '#api/links/utm-templates';
import { isRefused, Refusal } from '#domain/refusal';
import { Alert, formatCounted, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { Disclosure } from '../disclosure';
import { respondFile } from '../download';
import type { Fields, Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { findWords, handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { meterCall, nameConsoleMeter, readShown } from '../forms/run-once';
import { type ConsolePage, show } from '../page';
import { readZone } from '../statistics/statistics-view';
import { decodeTags, makeTagChoice } from '../tags/tag-choice';
import { isAvailable, listOptions, readLinkPolicy } from './account-links';
import { findField, listAddresses, NEW_LINK, SEVERAL_LINKS, SHARED } from './forms';
import { LockedOptions } from './link-inputs';
import type { InputsProps } from './link-property';
import { Destination, ShortAddress } from './link-row';
import { PROPERTIES, PropertyInputs, parseDestination } from './properties';
import { fillFromTemplate, UtmInputs } from './utm';

export const getSeveralForm = createHandlers(async (c) => showForm(c, await readForms(c)));

/** What the address in a line of the form has become: a link, or an error in words. A failed one is kept as it was typed. */
type MadeRow = { readonly line: number; readonly url: string } & (
  | { readonly shortCode: string }
  | { readonly error: string }
);

/** What the page of the results shows. `typed` are the other fields, for another try with what failed. */
type Made = { readonly rows: readonly MadeRow[]; readonly typed: Fields };

export const postSeveralLinks = handleForm(SEVERAL_LINKS, {
  async check(c, sent) {
    await meterCall(c);
    const now = c.get('now');
    const shared = LinkBody.pick({ expiresIn: true, maxClicks: true, tags: true });
    return [
      ...SHARED.flatMap((name) => PROPERTIES[name].check?.(sent, now) ?? []),
      ...listRefusals(readShared(sent, now), await readLinkPolicy(c), shared),
    ];
  },
  async run(c, sent, run) {
    const { urls = '', ...typed } = sent;
    const meterName = nameConsoleMeter(c.get('account').id);
    const context = createContext(c, await readLinkPolicy(c), { meterName, run });
    const addresses = listAddresses(urls);
    const shared = readShared(sent, c.get('now'));
    const items = addresses.map(({ url }) => ({ ...shared, url: parseDestination({ ...sent, url }) }));
    const outcomes = await createBatch(context, items, false);
    const rows = outcomes.map((outcome, index): MadeRow => {
      const { line, url } = addresses[index] as (typeof addresses)[number];
      if (!isRefused(outcome)) return { line, url: outcome.url, shortCode: outcome.alias ?? outcome.code };
      return { line, url, error: findWords(NEW_LINK, findField(outcome), outcome, { ...typed, url }) };
    });
    return { to: `/console/several-links/${run.resultName}`, shown: { rows, typed } satisfies Made };
  },
  fieldOf: (refusal) => {
    const field = findField(refusal);
    return Object.hasOwn(SEVERAL_LINKS.fields, field) ? field : 'form';
  },
  fillIn: fillFromTemplate,
  show: showForm,
});

/** The properties that all links get. */
const readShared = (sent: Fields, now: number): Record<string, unknown> =>
  Object.fromEntries(SHARED.map((name) => [name, PROPERTIES[name].read(sent, now)]));

const HEAD = { title: 'Several links', back: ['New link', '/console/new-link'] } as const;

async function showForm(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const main = (
    <>
      <Head {...HEAD} />
      <SeveralForm {...(await readInputs(c, forms))} />
    </>
  );
  return show(c, severalPage(main), status);
}

type FormProps = Omit<InputsProps, 'of'> & { readonly forms: Forms };

async function readInputs(c: ConsoleContext, forms: Forms): Promise<FormProps> {
  const { settings } = await readLinkPolicy(c);
  const { id: accountId } = c.get('account');
  const [ofAccount, templates] = await Promise.all([listTags(c.env, accountId), listTemplates(c.env, accountId)]);
  const tags = makeTagChoice(ofAccount, decodeTags(forms.state?.typed.picked ?? ''));
  return {
    forms,
    options: listOptions(c.get('account').plan, c.get('config').planPolicy, settings),
    tags,
    templates,
    now: c.get('now'),
    timeZone: readZone(c) ?? 'UTC',
  };
}

const severalPage = (main: ConsolePage['main']): ConsolePage => ({
  title: HEAD.title,
  own: 'several-links',
  section: 'links',
  main,
});

const SeveralForm: FC<FormProps> = ({ forms, ...shared }) => {
  const { options } = shared;
  return (
    <section class="card">
      <FormElement form={SEVERAL_LINKS} forms={forms} class="broad">
        {(of) => (
          <>
            <Input of={of} name="urls" after={<p class="hint" role="status" data-lines />} />
            <UtmInputs of={of} templates={shared.templates} into="each address" />
            <div class="fields">
              {SHARED.filter((name) => isAvailable(options, name)).map((name) => (
                <PropertyInputs of={of} name={name} {...shared} />
              ))}
            </div>
            <LockedOptions options={options} names={['expiresIn', 'maxClicks']} />
            <p class="line">
              <button type="submit">Create links</button>
              <a class="button quiet" href="/console/links">
                Cancel
              </a>
            </p>
          </>
        )}
      </FormElement>
    </section>
  );
};

/** Reads the results; null where they are not kept, or are those of another account. */
const readMade = async (c: ConsoleContext): Promise<Made | null> =>
  (await readShown(c, c.req.param('result') ?? '')) as Made | null;

/** The results are lost after a day, and if they could not be stored. The links are made all the same. */
const LOST = (
  <>
    <Head
      title="These results are gone"
      lead="They are kept for a day, for the account that has made the links. If you have sent the form just now, they could not be stored. The links that were made are there all the same, first in your list."
      back={HEAD.back}
    />
    <p class="line ends">
      <a class="button" href="/console/links">
        See the newest links
      </a>
      <a class="button quiet" href={SEVERAL_LINKS.page}>
        Several links
      </a>
    </p>
  </>
);

export const getMadeLinks = createHandlers(async (c) => {
  const made = await readMade(c);
  if (made === null) return show(c, severalPage(LOST), 404);
  const failed = made.rows.flatMap((row) => ('error' in row ? [row.url] : []));
  const typed = { ...made.typed, urls: failed.join('\n') };
  const state = { action: SEVERAL_LINKS.path, typed, errors: {}, lost: [] };
  const { token } = await readForms(c);
  const { shortBaseUrl } = c.get('config');
  const main = (
    <>
      <Head title={formatCounted(made.rows.length - failed.length, 'new link')} back={HEAD.back}>
        <p class="line">
          <a class="button quiet" href={`${c.req.path}/csv`}>
            CSV
          </a>
          {failed.length === 0 && (
            <a class="button" href={SEVERAL_LINKS.page}>
              More links
            </a>
          )}
        </p>
      </Head>
      {failed.length > 0 && (
        <Alert
          kind="wait"
          hasFocus
          lead={
            failed.length === 1
              ? 'One address could not be shortened.'
              : `${failed.length} addresses could not be shortened.`
          }
        >
          The list says why. Correct {failed.length === 1 ? 'it' : 'them'} in the form below the list, and try again.
        </Alert>
      )}
      <Repeated rows={made.rows} />
      <MadeLinks rows={made.rows} shortBaseUrl={shortBaseUrl} />
      {failed.length > 0 && <SeveralForm {...(await readInputs(c, { token, state }))} />}
    </>
  );
  return show(c, severalPage(main));
});

const LINES = new Intl.ListFormat('en');

/** Says which lines have the same address. That may be meant, so each has become a link. */
const Repeated: FC<{ rows: readonly MadeRow[] }> = ({ rows }) => {
  const made = rows.filter((row) => 'shortCode' in row);
  const repeated = [...Map.groupBy(made, ({ url }) => url).values()].filter(({ length }) => length > 1);
  if (repeated.length === 0) return null;
  const lines = repeated.map((those) => LINES.format(those.map(({ line }) => String(line))));
  return (
    <Alert kind="wait" lead="An address was given more than once.">
      Each line has a link of its own: {lines.map((some) => `lines ${some}`).join('; ')}.
    </Alert>
  );
};

type MadeProps = { rows: readonly MadeRow[]; shortBaseUrl: string };

const MadeLinks: FC<MadeProps> = ({ rows, shortBaseUrl }) => {
  const short = rows.flatMap((row) => ('error' in row ? [] : [`${shortBaseUrl}/${row.shortCode}`]));
  return (
    <section class="card listed">
      <ul class="rows">
        {rows.map((row) => (
          <li class="row numbered">
            <p class="soft small">Line {row.line}</p>
            <div class="gist">
              {'error' in row ? (
                <p class="bad">{row.error}</p>
              ) : (
                <ShortAddress link={{ alias: row.shortCode, code: row.shortCode }} shortBaseUrl={shortBaseUrl} />
              )}
              <p class="small goal">
                <Destination url={row.url} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {short.length > 0 && (
        <div class="line">
          <button type="button" data-copy="short" hidden>
            Copy all
          </button>
          <Disclosure summary="All short links as text">
            <textarea id="short" aria-label="All short links" rows={Math.min(short.length, 10)} readonly>
              {short.join('\n')}
            </textarea>
          </Disclosure>
        </div>
      )}
    </section>
  );
};

export const getMadeCsv = createHandlers(async (c) => {
  const made = await readMade(c);
  if (made === null) throw new Refusal('UNKNOWN_ROUTE');
  const { shortBaseUrl } = c.get('config');
  const cells = made.rows.map((row) =>
    'error' in row ? [row.line, row.url, '', row.error] : [row.line, row.url, `${shortBaseUrl}/${row.shortCode}`, ''],
  );
  return respondFile(c, writeCsvLines([['line', 'url', 'shortUrl', 'error'], ...cells]), 'new-links', 'csv');
});
