/**
 * The form that makes a link, beside a preview of the link. The destination, the alias and the button are visible at
 * once, the other options on request. The API has the same rules and messages.
 */
import type { FC } from 'hono/jsx';
import { countInWindow } from '#api/accounts/account-windows';
import { createContext, createLink } from '#api/links/create';
import { type AliasLookup, lookUpAlias } from '#api/links/few-links';
import { LinkBody, type LinkPolicy, listRefusals } from '#api/links/link-request';
import { listTags, type Tag, tagsStatement } from '#api/links/tags';
import { listTemplates, templatesStatement, type UtmTemplate } from '#api/links/utm-templates';
import { oneTripToPrimary } from '#api/platform/one-trip';
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/faults';
import { Alert, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { Disclosure } from '../disclosure';
import { type Fields, type Forms, KEPT, SHOW } from '../forms/form';
import { FormElement, type FormView, makeView } from '../forms/form-element';
import { FormRefused, findWords, handleForm, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { meterCall, nameConsoleMeter } from '../forms/run-once';
import { type ConsolePage, show } from '../page';
import { readZone } from '../statistics/statistics-view';
import { decodeTags, makeTagChoice, type TagChoice } from '../tags/tag-choice';
import {
  type Availability,
  findLink,
  isAvailable,
  linkPath,
  listOptions,
  type Options,
  readLinkPolicy,
} from './account-links';
import { findField, NEW_LINK, readBody, SEVERAL_LINKS, SUGGESTED } from './forms';
import { LockedOptions } from './link-inputs';
import { LinkPreview } from './link-preview';
import { formatValue, type InputsProps, type PropertyName } from './link-property';
import { type Again, fillAgain, fillCopy } from './link-status';
import { OPTIONS, PROPERTIES, PROPERTY_NAMES, PropertyInputs } from './properties';
import { fillFromTemplate, fillUtm } from './utm';

export const getLinkForm = createHandlers(async (c) => showForm(c, await readForms(c)));

async function showForm(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const policy = await readLinkPolicy(c);
  const options = listOptions(c.get('account').plan, c.get('config').planPolicy, policy.settings);
  const again = await readAgain(c, policy, options);
  const filled = again === null ? forms : fillForm(forms, again.values);
  const { id: accountId } = c.get('account');
  const [ofAccount, templates] = await Promise.all([
    c.get('tags') ?? listTags(c.env, accountId),
    c.get('templates') ?? listTemplates(c.env, accountId),
  ]);
  const tags = makeTagChoice(ofAccount, pickedIn(filled));
  const { shortBaseUrl } = c.get('config');
  const shared = { options, tags, templates, now: c.get('now'), timeZone: readZone(c) ?? 'UTC' };
  const view = { forms: filled, again, shortBaseUrl, ...shared };
  return show(c, newLinkPage(view), status);
}

/** What the address of the page gives the form: another link, or a destination; null for nothing. */
async function readAgain(c: ConsoleContext, policy: LinkPolicy, options: Options): Promise<Again | null> {
  const { again, copy, url } = c.req.query();
  const now = c.get('now');
  if (again !== undefined) return fillAgain(await findLink(c, again), policy, now);
  if (url !== undefined) return { of: url, values: { url, ...fillUtm(url) }, refusal: null };
  if (copy === undefined) return null;
  return fillCopy(await findLink(c, copy), (name) => isAvailable(options, name), {
    now,
    timeZone: readZone(c) ?? 'UTC',
  });
}

/** The forms with values in the fields of the new link, unless it is shown again. */
const fillForm = ({ token, state }: Forms, typed: Fields): Forms => ({
  token,
  state: state ?? { action: NEW_LINK.path, typed, errors: {}, lost: [] },
});

/** The tags that were chosen in a form that is shown again. */
const pickedIn = ({ state }: Forms): string[] => decodeTags(state?.typed.picked ?? '');

export const postLink = handleForm(NEW_LINK, {
  async check(c, sent) {
    await meterCall(c);
    const refusals = listRefusals(readBody(sent, c.get('now')), await readLinkPolicy(c), LinkBody);
    const errors = [
      ...Object.values(PROPERTIES).flatMap(({ check }) => check?.(sent, c.get('now')) ?? []),
      ...refusals.map(([field, refusal]) => [fieldOfNew(field, refusal), refusal] as const),
    ];
    // The creation itself finds a taken alias, unless other errors prevent it.
    if (errors.length > 0 && sent.alias?.trim() && errors.every(([field]) => field !== 'alias' && field !== 'form')) {
      const found = await lookUp(c, sent.alias.trim());
      if (found?.isTaken)
        throw new FormRefused([...errors, ['alias', new Refusal('ALIAS_TAKEN')]], 400, suggest(found));
    }
    return errors;
  },
  async run(c, sent, run) {
    const context = createContext(c, await readLinkPolicy(c), {
      meterName: nameConsoleMeter(c.get('account').id),
      run,
    });
    const link = await createLink(context, readBody(sent, c.get('now'))).catch((error) => refuseTaken(c, sent, error));
    return { to: linkPath(link), notice: 'link-made' };
  },
  fieldOf: findField,
  fillIn: fillFromTemplate,
  show: showForm,
});

/** While no links can be made, the form is refused as a whole. */
const fieldOfNew = (field: string, { code }: Refusal): string => (code === 'SHORTENING_DISABLED' ? 'form' : field);

/** @throws FormRefused with free aliases to choose from, if the alias is taken; the error itself otherwise */
async function refuseTaken(c: ConsoleContext, { alias = '' }: Fields, error: unknown): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'ALIAS_TAKEN') throw error;
  throw new FormRefused([['alias', error]], undefined, suggest(await lookUp(c, alias.trim())));
}

const suggest = (found: AliasLookup | null): Fields => ({ [SUGGESTED]: found?.free.join(' ') ?? '' });

/**
 * Looks an alias up, and reads in the same round trip the tags and templates that the form shows.
 * @returns null after a fault: the creation decides
 */
async function lookUp(c: ConsoleContext, alias: string): Promise<AliasLookup | null> {
  const { id: accountId } = c.get('account');
  const trip = oneTripToPrimary(c.env.DB, [tagsStatement(c.env, accountId), templatesStatement(c.env, accountId)]);
  try {
    const found = await lookUpAlias(c.env, accountId, alias, c.get('now'), 2, trip.read);
    const [tags = [], templates = []] = await trip.others();
    c.set('tags', tags as Tag[]);
    c.set('templates', templates as UtmTemplate[]);
    return found;
  } catch (fault) {
    logFault(fault, { doing: 'look up alias', requestId: c.get('requestId') });
    return null;
  }
}

/**
 * GET /console/new-link/alias: the field of the form as it would be shown with an alias, for the script to say what is
 * wrong while it is typed. It tells no more than the form does, and looks up no more than an account could try to make.
 */
export const getAliasField = createHandlers(async (c) => {
  const alias = (c.req.query('alias') ?? '').trim();
  const policy = await readLinkPolicy(c);
  const [refusal] = listRefusals({ alias: alias || null }, policy, LinkBody.pick({ alias: true }));
  const found = alias === '' || refusal !== undefined ? null : await lookUpWithinLimit(c, alias);
  const what = refusal?.[1] ?? (found?.isTaken ? new Refusal('ALIAS_TAKEN') : undefined);
  const errors = what === undefined ? {} : { alias: findWords(NEW_LINK, 'alias', what, { alias }) };
  const state = { action: NEW_LINK.path, typed: { alias, ...(found?.isTaken && suggest(found)) }, errors, lost: [] };
  const { host } = new URL(c.get('config').shortBaseUrl);
  const of = { ...makeView(NEW_LINK, { token: '', state }), onlyError: undefined };
  return c.html(<AliasInput of={of} host={host} isFree={found?.isTaken === false} />);
});

/** @returns null beyond the limit, and after a fault */
async function lookUpWithinLimit(c: ConsoleContext, alias: string): Promise<AliasLookup | null> {
  try {
    const { isAdmitted } = await countInWindow(c.env, 'alias', c.get('account').id);
    return isAdmitted ? await lookUp(c, alias) : null;
  } catch (fault) {
    logFault(fault, { doing: 'count alias', requestId: c.get('requestId') });
    return null;
  }
}

type NewLinkView = {
  readonly forms: Forms;
  readonly options: Options;
  /** Set if the form takes over what it can from another link. */
  readonly again: Again | null;
  /** The tags to choose from. */
  readonly tags: TagChoice;
  readonly templates: readonly UtmTemplate[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** The time zone of the reader, as far as the server knows it. */
  readonly timeZone: string;
  /** The origin of short links. */
  readonly shortBaseUrl: string;
};

const newLinkPage = ({ forms, again, shortBaseUrl, ...shared }: NewLinkView): ConsolePage => {
  const { host } = new URL(shortBaseUrl);
  return {
    title: 'New link',
    own: 'new-link',
    section: 'links',
    main: (
      <>
        <Head
          title="New link"
          lead={again?.copyOf && <CopyOf code={again.copyOf} />}
          back={['Links', '/console/links']}
          isShort
        >
          <a class="button quiet" href={SEVERAL_LINKS.page}>
            Several links
          </a>
        </Head>
        {again?.refusal && <Alert kind="wait">{again.refusal}</Alert>}
        <div class="making">
          <section class="card">
            <FormElement
              form={NEW_LINK}
              forms={forms}
              class="broad"
              attributes={{ 'data-making': '', ...(again && { 'data-draft': again.of }) }}
            >
              {(shown) => (
                <>
                  <DefaultButton of={shown} />
                  <PropertyInputs of={shown} name="url" {...shared} />
                  <AliasInput of={shown} host={host} availability={shared.options.alias} />
                  <MoreOptions of={shown} {...shared} />
                  <p class="line ends">
                    <button type="submit">Create link</button>
                    <a class="button quiet" href="/console/links">
                      Cancel
                    </a>
                  </p>
                  <PasteOfSeveral />
                </>
              )}
            </FormElement>
          </section>
          <LinkPreview
            host={host}
            typed={{ ...forms.state?.typed, ...keptInWords(forms) }}
            errors={forms.state?.errors ?? {}}
          />
        </div>
      </>
    ),
  };
};

const CopyOf: FC<{ code: string }> = ({ code }) => (
  <>
    A copy of <a href={`/console/links/${code}`}>{code}</a>
  </>
);

/** The preview of a kept password says only that there is one. */
const keptInWords = ({ state }: Forms): Fields =>
  Object.fromEntries((state?.kept?.names ?? []).map((name) => [name, KEPT]));

/**
 * What the script sends to the form of several links when several addresses are pasted as the destination. The button
 * is the last one of its form, because Enter presses the first.
 */
const PasteOfSeveral: FC = () => (
  <div hidden data-several>
    <textarea name="urls" data-unkept />
    <button type="submit" name={SHOW} formaction={SEVERAL_LINKS.path}>
      Several links
    </button>
  </div>
);

const suggestedIn = ({ state }: FormView): string[] => (state?.typed[SUGGESTED] ?? '').split(' ').filter(Boolean);

/** Enter presses the first button of a form, which would otherwise choose the first suggestion. */
const DefaultButton: FC<{ of: FormView }> = ({ of }) =>
  suggestedIn(of).length === 0 ? null : (
    <button class="unseen" type="submit" tabindex={-1}>
      Create link
    </button>
  );

type AliasProps = {
  of: FormView;
  /** The host of short links. */
  host: string;
  availability?: Availability;
  /** Whether the alias was looked up, and nobody has it. */
  isFree?: boolean;
};

const AliasInput: FC<AliasProps> = ({ of, host, availability, isFree = false }) => (
  <Input
    of={of}
    name="alias"
    {...(availability && { availability })}
    hint={isFree ? 'This alias is free.' : undefined}
    before={`${host}/`}
    after={<Suggestions of={of} />}
  />
);

/** Free aliases near one that is taken. Each creates the link; with the script it fills the field. */
const Suggestions: FC<{ of: FormView }> = ({ of }) => {
  const suggested = suggestedIn(of);
  if (suggested.length === 0) return null;
  return (
    <p class="line small free">
      <span class="soft">Free:</span>
      {suggested.map((alias) => (
        <button class="quiet chip" type="submit" name="alias" value={alias}>
          {alias}
        </button>
      ))}
    </p>
  );
};

/** The properties whose inputs are visible at once. */
const FIRST: readonly PropertyName[] = ['url', 'alias'];

/** The properties that few links have. The element is open if one of them was typed, or has an error. */
const MoreOptions: FC<InputsProps> = (props) => {
  const { of, options, now } = props;
  const { typed = {}, errors = {} } = of.state ?? {};
  const isKept = (name: PropertyName) => of.state?.kept?.names.includes(name) === true;
  const isWrong = (name: PropertyName) =>
    [name, ...Object.keys(PROPERTIES[name].fields)].some((field) => errors[field] !== undefined);
  const isUsed = (name: PropertyName) =>
    isWrong(name) || isKept(name) || formatValue(PROPERTIES[name].read(typed, now)) !== '';
  // An option that the account cannot use is shown only if it has an error.
  const isShown = (name: PropertyName) => isAvailable(options, name) || isWrong(name);
  return (
    <Disclosure
      class="more"
      summary="More options"
      isOpen={PROPERTY_NAMES.some((name) => !FIRST.includes(name) && isUsed(name))}
    >
      <div class="stack">
        <div class="fields">
          {OPTIONS.filter(isShown).map((name) => (
            <PropertyInputs {...props} name={name} />
          ))}
        </div>
        <LockedOptions options={options} names={OPTIONS} />
        <fieldset class="apart">
          <legend>Visitors don’t see these</legend>
          <div class="fields">
            <PropertyInputs {...props} name="title" />
            <PropertyInputs {...props} name="externalId" />
          </div>
          <PropertyInputs {...props} name="tags" />
          <PropertyInputs {...props} name="notes" />
        </fieldset>
      </div>
    </Disclosure>
  );
};
