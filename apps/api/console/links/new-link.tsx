/**
 * The page with the form that makes a link, beside a preview of the link. The destination, the alias and the button are
 * seen at once, the other options on request.
 */
import type { FC } from 'hono/jsx';
import type { LinkPolicy } from '#api/links/link-request';
import { hasExpired, type Link } from '#domain/link';
import { CODE_LENGTH } from '#domain/short-address';
import { BIRD } from '#drawings/flight';
import { Alert, Head } from '../components';
import type { Fields, FormErrors, Forms } from '../forms/form';
import { FormElement, type FormView } from '../forms/form-element';
import { formatMessage } from '../forms/handle-form';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import type { TagChoice } from '../tags/tag-choice';
import { DEFAULT_UNIT, LIFETIMES, NEVER, NEW_LINK, SUGGESTED, UNITS } from './forms';
import { checkLink, type Options } from './link-fields';
import { ExpiryFields, LockedOptions, TagFields } from './link-inputs';

type NewLinkView = {
  readonly forms: Forms;
  readonly options: Options;
  /** Set if the form takes over what it can from a dead link. */
  readonly again: Again | null;
  /** The tags to choose from. */
  readonly tags: TagChoice;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The origin of short links. */
  readonly shortBaseUrl: string;
};

export const newLinkPage = ({ forms, options, again, tags, now, shortBaseUrl }: NewLinkView): ConsolePage => {
  const { host } = new URL(shortBaseUrl);
  return {
    title: 'New link',
    own: 'new-link',
    section: 'links',
    main: (
      <>
        <Head title="New link" back={['Links', '/console/links']} />
        {again?.refusal && <Alert kind="wait">{again.refusal}</Alert>}
        <div class="making">
          <section class="card">
            <FormElement
              form={NEW_LINK}
              forms={forms}
              class="broad"
              attributes={{ 'data-making': '', ...(again && { 'data-draft': 'again' }) }}
            >
              {(shown) => (
                <>
                  <DefaultButton of={shown} />
                  <Input of={shown} name="url" value={again?.values.url} />
                  <Input
                    of={shown}
                    name="alias"
                    value={again?.values.alias}
                    availability={options.alias}
                    before={`${host}/`}
                    after={<Suggestions of={shown} />}
                  />
                  <MoreOptions of={shown} options={options} tags={tags} now={now} />
                  <p class="line ends">
                    <button type="submit">Create link</button>
                    <a class="button quiet" href="/console/links">
                      Cancel
                    </a>
                  </p>
                </>
              )}
            </FormElement>
          </section>
          <LinkPreview
            host={host}
            typed={forms.state?.typed ?? again?.values ?? {}}
            errors={forms.state?.errors ?? {}}
          />
        </div>
      </>
    ),
  };
};

const suggestedIn = ({ state }: FormView): string[] => (state?.typed[SUGGESTED] ?? '').split(' ').filter(Boolean);

/** Enter presses the first button of a form. Without this one it would choose the first suggestion. */
const DefaultButton: FC<{ of: FormView }> = ({ of }) =>
  suggestedIn(of).length === 0 ? null : (
    <button class="unseen" type="submit" tabindex={-1}>
      Create link
    </button>
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

const FURTHER = ['expiresIn', 'maxClicks', 'password'] as const;
const MORE = [...FURTHER, 'picked', 'title', 'tags', 'notes', 'externalId'];

type MoreProps = { of: FormView; options: Options; tags: TagChoice; now: number };

/** The options that few links have. The element is open if one of them was typed, or has an error. */
const MoreOptions: FC<MoreProps> = ({ of, options, tags, now }) => {
  const { typed = {}, errors = {} } = of.state ?? {};
  const isUsed = (name: string) => Boolean(typed[name] || errors[name]);
  // An option that the account cannot use is shown where it has an error.
  const isShown = (name: keyof Options) => options[name].isAvailable || errors[name] !== undefined;
  return (
    <details class="more" open={MORE.some(isUsed) || (typed.lifetime ?? NEVER) !== NEVER}>
      <summary>More options</summary>
      <div class="stack">
        {isShown('expiresIn') && (
          <ExpiryFields of={of} availability={options.expiresIn} now={now} value={NEVER} hasNever />
        )}
        <div class="fields">
          {(['maxClicks', 'password'] as const).filter(isShown).map((name) => (
            <Input of={of} name={name} availability={options[name]} />
          ))}
        </div>
        <LockedOptions options={options} names={FURTHER} />
        <DetailInputs of={of} tags={tags} />
      </div>
    </details>
  );
};

/** The inputs of a link's details, which no visitor sees. */
const DetailInputs: FC<{ of: FormView; tags: TagChoice }> = ({ of, tags }) => (
  <fieldset class="apart">
    <legend>Only you see these</legend>
    <div class="fields">
      <Input of={of} name="title" />
      <Input of={of} name="externalId" />
    </div>
    <TagFields of={of} tags={tags} />
    <Input of={of} name="notes" />
  </fieldset>
);

/** What a new link will be, beside its form on a wide window. The script keeps it up to date (script/new-link.ts). */

type PreviewProps = {
  /** That of short links. */
  host: string;
  /** The values of the form. */
  typed: Fields;
  errors: FormErrors;
};

/** The drawing takes the place of the code once there is something to see. A refused value is left out until it is changed. */
export const LinkPreview: FC<PreviewProps> = ({ host, typed, errors }) => (
  <aside class="card preview" aria-labelledby="preview" data-rest={typed.url || typed.alias ? undefined : ''}>
    <h2 id="preview">Preview</h2>
    <div class="later small">
      <svg viewBox="-33 -33 66 66" aria-hidden="true">
        <path d={BIRD} transform="rotate(38)" />
      </svg>
      Your code appears here
    </div>
    <svg class="ghost" viewBox="-2 -2 25 25" aria-hidden="true">
      <path d={MODULES} />
      {FINDERS.map(([x, y]) => (
        <>
          <rect class="ring" x={x + 0.5} y={y + 0.5} width="6" height="6" />
          <rect x={x + 2} y={y + 2} width="3" height="3" />
        </>
      ))}
    </svg>
    <p class="will">
      <span class="soft">{host}/</span>
      <Live of="alias" empty={'•'.repeat(CODE_LENGTH)} text={typed.alias} isRefused={errors.alias !== undefined} />
    </p>
    <dl>
      {ROWS.map(([name, label, textOf, field = name]) => {
        const isRefused = errors[field] !== undefined;
        const text = isRefused ? undefined : textOf(typed);
        return (
          <div hidden={!text && !isRefused && name !== 'host'}>
            <dt>{label}</dt>
            <dd>
              <Live of={name} empty="–" text={text} isRefused={isRefused} />
            </dd>
          </div>
        );
      })}
    </dl>
  </aside>
);

/** A text that follows a field of the form. */
const Live: FC<{ of: string; empty: string; text: string | undefined; isRefused: boolean }> = (props) => (
  <b data-preview={props.of} data-empty={props.empty} data-refused={props.isRefused ? '' : undefined}>
    {props.text || props.empty}
  </b>
);

type Row = readonly [name: string, label: string, textOf: (typed: Fields) => string | undefined, field?: string];

/** The destination, and the options that are set. */
const ROWS: readonly Row[] = [
  ['host', 'Leads to', ({ url = '' }) => /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)/i.exec(url.trim())?.[1], 'url'],
  ['expiresIn', 'Expires', formatLifetime],
  ['maxClicks', 'Clicks', ({ maxClicks = '' }) => numeral(maxClicks) && `At most ${maxClicks}`],
  ['password', 'Password', () => undefined],
];

/** A text that is a whole number; the empty text for any other. */
const numeral = (text: string): string => (/^\s*\d+\s*$/.test(text) ? text.trim() : '');

function formatLifetime({ lifetime, expiresIn = '', unit = DEFAULT_UNIT }: Fields): string | undefined {
  const chosen = LIFETIMES.find(([seconds]) => seconds === lifetime)?.[1];
  if (chosen !== undefined) return `After ${chosen}`;
  const name = UNITS.find(([seconds]) => seconds === unit)?.[1] ?? '';
  const amount = lifetime === NEVER ? '' : numeral(expiresIn);
  return amount && `After ${amount} ${amount === '1' ? name.slice(0, -1) : name}`;
}

/** The side of the drawing in modules, that of the smallest QR code. */
const SIDE = 21;
const FINDERS = [
  [0, 0],
  [SIDE - 7, 0],
  [0, SIDE - 7],
] as const;

const isNearFinder = (x: number, y: number): boolean =>
  FINDERS.some(([left, top]) => x >= left - 1 && x <= left + 7 && y >= top - 1 && y <= top + 7);

const isDark = (x: number, y: number): boolean =>
  ((Math.imul((x * 73856093) ^ (y * 19349663), 0x45d9f3b) >>> 13) & 1) === 1;

/** Modules without a meaning: the code is known when the link is created. */
const MODULES = Array.from({ length: SIDE * SIDE }, (_, index) => [index % SIDE, Math.floor(index / SIDE)] as const)
  .filter(([x, y]) => !isNearFinder(x, y) && isDark(x, y))
  .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  .join('');

/** What the form of a new link takes over from a dead link of the account (`/console/new-link?again=CODE`). */

export type Again = {
  /** The initial values of the form. */
  readonly values: Fields;
  /** Why the new link cannot have the code; null if it can. */
  readonly refusal: string | null;
};

/** @param policy the rules by which the account makes links @param now epoch milliseconds */
export function fillAgain(link: Link, policy: LinkPolicy, now: number): Again {
  const shortCode = link.alias ?? link.code;
  const why = whyNotAgain(link, shortCode, policy, now);
  return {
    values: { url: link.url, ...(why === null && { alias: shortCode }) },
    refusal: why && `The code ${shortCode} cannot be taken again: ${why}`,
  };
}

/** A dead link that is not blocked can be replaced, if the account may choose its code (specification 5.4). */
function whyNotAgain(link: Link, shortCode: string, policy: LinkPolicy, now: number): string | null {
  if (link.blocked !== null) return 'its link was blocked.';
  if (link.gone === null && !hasExpired(link.expiresAt, now)) return 'its link still redirects.';
  const refused = checkLink({ url: '', alias: shortCode }, policy).find(([field]) => field === 'alias')?.[1];
  if (refused === undefined) return null;
  return typeof refused === 'string' ? refused : formatMessage(refused);
}
