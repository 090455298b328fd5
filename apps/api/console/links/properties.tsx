/**
 * Every property of a link. The types of both tables name the fields of the API's bodies, so a new field of the API needs
 * a declaration here. link-property.ts says what one is; the expiry and the tags have files of their own.
 */
import type { FC } from 'hono/jsx';
import { MAX_CLICKS } from '#api/links/link-request';
import { MAX_EXTERNAL_ID, MAX_NOTES, MAX_TITLE, MAX_URL_LENGTH } from '#domain/link';
import { FEATURES } from '#domain/plans';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { formatCount, formatCounted } from '../components';
import { Clamped } from '../disclosure';
import type { Fields } from '../forms/form';
import { Input, Pills } from '../forms/input';
import { EXPIRY, EXPIRY_CHANGES } from './expiry';
import {
  AMOUNT,
  type BulkChange,
  type EditableName,
  type EditableProperty,
  formatValue,
  type InputsProps,
  type LinkProperty,
  type PropertyName,
  parseCount,
} from './link-property';
import { TAG_CHANGES, TAGS } from './link-tags';
import { fillUtm, mergeUtm, UTM_FIELDS, UtmInputs, withMerged } from './utm';

/** A host with a dot, perhaps with a port and a path: an address whose scheme was left out. */
const WITHOUT_SCHEME = /^[^\s/?#:@\\]+\.[^\s/?#:@\\]+(:\d+)?([/?#]|$)/;

/**
 * The destination with its UTM parameters, and with https:// where the scheme was left out. The API itself takes only
 * full addresses.
 */
export function parseDestination({ url = '', ...fields }: Fields): string {
  const text = mergeUtm(url.trim(), fields);
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
}

const SPACES = 'Remove the spaces: an address has none.';

/** Why an address cannot be a destination, as far as its text shows. */
function explainDestination(text: string): string {
  if (text === '') return 'Enter the address that the link leads to.';
  if (text.length > MAX_URL_LENGTH) return `Use at most ${formatCount(MAX_URL_LENGTH)} characters.`;
  if (/^(?:https?:)?\/*(?!mailto:)[^/?#]*@/i.test(text))
    return 'Remove the user name or password before the @: everyone who follows the link would see it.';
  const [, scheme, host] = /^(?:([a-z][a-z\d+.-]*):)?\/*([^/?#:]*)/i.exec(text) ?? [];
  if (scheme && !/^https?$/i.test(scheme)) return 'Enter a web address. It begins with http:// or https://.';
  if (/\s/.test(text)) return SPACES;
  if (host && !host.includes('.') && !host.startsWith('['))
    return `“${host}” is not a public host name. Enter a full one, such as example.com.`;
  return 'Enter a public web address, such as https://example.com/page.';
}

/** A text whose lines break beside the marks of an address, if they can, and not in its words. */
const Breakable: FC<{ text: string }> = ({ text }) => (
  <>
    {text.split(/(?<=[/?&=._-])(?=\w)/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </>
);

/** The destination with its host set apart. */
const DestinationText: FC<{ url: string }> = ({ url }) => {
  const [, scheme = '', host = '', rest = url] = /^(https?:\/\/)([^/?#]+)(.*)$/is.exec(url) ?? [];
  return (
    <Clamped length={url.length}>
      <a class="leads" href={url} rel="noreferrer">
        <span class="soft">{scheme}</span>
        <b>{host}</b>
        <span class="soft">
          <Breakable text={rest} />
        </span>
      </a>
    </Clamped>
  );
};

const DESTINATION: EditableProperty = {
  label: 'Destination',
  path: 'destination',
  fields: {
    url: {
      label: 'Destination',
      kind: 'url',
      hint: 'https:// is added if it is missing.',
      wrong: SPACES,
      input: {
        required: true,
        pattern: '\\s*\\S*\\s*',
        placeholder: 'https://example.com/page',
        autocomplete: 'off',
        spellcheck: 'false',
      },
    },
    ...UTM_FIELDS,
  },
  refusals: {
    URL_INVALID: (_, { url = '', ...fields }) => explainDestination(mergeUtm(url.trim(), fields)),
    URL_OWN: 'This is an address of this service, such as a short link. Enter the address that it leads to.',
    URL_UNSAFE: null,
  },
  read: parseDestination,
  value: ({ url }) => url,
  fill: ({ url }) => ({ url, ...fillUtm(url) }),
  show: ({ link: { url } }) => <DestinationText url={url} />,
  Inputs: ({ of, link, templates }) => {
    const shown = withMerged(of);
    return (
      <>
        <Input of={shown} name="url" value={link?.url} isNamed={link !== undefined} isFirst={link === undefined} />
        <UtmInputs of={shown} templates={templates} address={link?.url ?? ''} />
      </>
    );
  },
  preview: {
    label: 'Leads to',
    text: (typed) => /^https?:\/\/([^/?#\s]+\.\S+)$/i.exec(parseDestination(typed))?.[1],
  },
};

const ALIAS: LinkProperty = {
  label: 'Alias',
  fields: {
    alias: {
      label: 'Alias',
      hint: 'Leave empty for a random one.',
      input: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
    },
  },
  refusals: {
    FIELD_INVALID: 'Use only letters, digits and hyphens.',
    ALIAS_LENGTH: ({ extras }) => `Use ${extras.detail} to ${MAX_CODE_LENGTH} characters.`,
    ALIAS_RESERVED: 'This alias is reserved. Choose another one.',
    ALIAS_TAKEN: 'This alias is already taken.',
  },
  read: ({ alias }) => alias?.trim() || null,
};

/** Which limits end a link at once; undefined for one without clicks. */
const warnOfEnd = (clicks: number): string | undefined =>
  clicks === 0
    ? undefined
    : `This link has ${formatCounted(clicks, 'click')} so far: a limit of ${formatCount(clicks)}${clicks > 1 ? ' or less' : ''} ends it at once. Leave empty for no limit.`;

const LIMIT = { ...AMOUNT, pattern: '\\s*0*[1-9]\\d*\\s*' };

const WRONG_LIMIT = `Enter a whole number from 1 to ${formatCount(MAX_CLICKS)}.`;

const formatLeft = (left: number, limit: number): string => {
  if (limit === 1) return left === 1 ? 'Its only click is left' : 'Its only click is used up';
  return `${formatCount(left)} of ${formatCount(limit)} clicks left`;
};

const CLICK_LIMIT: EditableProperty = {
  label: 'Click limit',
  path: 'limit',
  fields: { maxClicks: { label: 'Click limit', hint: 'Leave empty for no limit.', wrong: WRONG_LIMIT, input: LIMIT } },
  editFields: {
    maxClicks: {
      label: 'New limit',
      hint: 'Counts all clicks since the link was created. Leave empty for no limit.',
      wrong: WRONG_LIMIT,
      input: LIMIT,
    },
  },
  refusals: { FIELD_INVALID: WRONG_LIMIT },
  read: ({ maxClicks }) => parseCount(maxClicks),
  value: ({ maxClicks }) => maxClicks,
  show: ({ statistics: { maxClicks, clicksRemaining } }) =>
    maxClicks === null ? null : formatLeft(clicksRemaining ?? 0, maxClicks),
  // On a plan without the option a limit can still be removed.
  Inputs: ({ of, link, statistics, options: { maxClicks: availability } }) =>
    link === undefined || availability.isAvailable ? (
      <Input
        of={of}
        name="maxClicks"
        value={link && formatValue(link.maxClicks)}
        availability={availability}
        hint={statistics && warnOfEnd(statistics.clickCount)}
      />
    ) : (
      <Input
        of={of}
        name="maxClicks"
        value={formatValue(link.maxClicks)}
        hint={`A new limit: ${availability.reason} Empty this to have none.`}
      />
    ),
  preview: {
    label: 'Clicks',
    text: ({ maxClicks = '' }) => (/^\s*\d+\s*$/.test(maxClicks) ? `At most ${maxClicks}` : undefined),
  },
};

const PASSWORD_LENGTH = 'Use 4 to 100 characters.';

const PASSWORD_FIELD = {
  label: 'Password',
  kind: 'secret',
  hint: '4 to 100 characters. Visitors must enter it. The console never shows it, so note it down.',
  wrong: PASSWORD_LENGTH,
  without: 'Create the link without a password',
  input: { minlength: 4, autocomplete: 'new-password', spellcheck: 'false' },
} as const;

const PASSWORD: EditableProperty = {
  label: 'Password',
  path: 'password',
  fields: { password: PASSWORD_FIELD },
  editFields: {
    password: {
      ...PASSWORD_FIELD,
      label: 'New password',
      without: 'Leave the password as it is',
      needlessBy: 'open',
    },
    open: { label: 'Remove the password', kind: 'tick' },
  },
  // The next round asks either for another one or for the box.
  refusals: { PASSWORD_LENGTH: `${PASSWORD_LENGTH} Enter another one here, or tick the box below.` },
  read: ({ password }) => password || null,
  check: ({ password, open }) =>
    password && open ? [['open', 'Choose a new password or none: empty the field above, or untick this box.']] : [],
  value: ({ password }) => password,
  words: ({ password }) => (password === null ? 'no password' : 'another password'),
  edit: (sent, link) => (sent.open && link.password !== null ? null : sent.password || undefined),
  show: ({ link }) => (link.password === null ? null : 'Set'),
  Inputs: ({ of, link, options }) => (
    <>
      <Input of={of} name="password" availability={options.password} />
      {link !== undefined && (link.password !== null || of.state?.typed.open) && <Input of={of} name="open" />}
    </>
  ),
  preview: { label: 'Password', text: ({ password }) => password && 'Required' },
  filter: {
    Inputs: ({ query }) => (
      <Pills label="Protection">
        <label>
          <input type="checkbox" name="protected" value="yes" checked={query.isProtected} />
          Password
        </label>
      </Pills>
    ),
    passes: (link, { isProtected }) => !isProtected || link.password !== null,
    list: (query) =>
      query.isProtected ? [{ words: 'With a password', isTag: false, without: { ...query, isProtected: false } }] : [],
  },
};

/** A text in any script, so the browser finds its direction. */
const showText = (text: string | null, kind?: string) =>
  text === null ? null : (
    <bdi class={kind} dir="auto">
      {text}
    </bdi>
  );

const TITLE: EditableProperty = {
  label: 'Title',
  path: 'title',
  fields: { title: { label: 'Title', input: { autocomplete: 'off', dir: 'auto' } } },
  refusals: { FIELD_INVALID: `Use one line of at most ${MAX_TITLE} characters.` },
  read: ({ title }) => title?.trim() || null,
  value: ({ details }) => details.title,
  show: ({ link: { details } }) => showText(details.title),
};

const NOTES: EditableProperty = {
  label: 'Notes',
  path: 'notes',
  fields: { notes: { label: 'Notes', kind: 'lines', input: { rows: 3, autocomplete: 'off', dir: 'auto' } } },
  refusals: { FIELD_INVALID: `Use at most ${formatCount(MAX_NOTES)} characters.` },
  // Browsers send each line end as two characters.
  read: ({ notes = '' }) => notes.replaceAll('\r\n', '\n').trim() || null,
  value: ({ details }) => details.notes,
  show: ({ link: { details } }) => showText(details.notes, 'written'),
};

const EXTERNAL_ID: EditableProperty = {
  label: 'External ID',
  path: 'own-id',
  fields: {
    externalId: {
      label: 'External ID',
      hint: 'The ID that your application uses for this link.',
      input: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'auto' },
    },
  },
  refusals: {
    FIELD_INVALID: `Use one line of at most ${MAX_EXTERNAL_ID} characters.`,
    EXTERNAL_ID_TAKEN: 'Another link has this external ID.',
  },
  read: ({ externalId }) => externalId || null,
  value: ({ details }) => details.externalId,
  show: ({ link: { details } }) => showText(details.externalId, 'code'),
};

/** The properties that an edit can change, in the order of the page of a link. */
export const EDITABLE: Readonly<Record<EditableName, EditableProperty>> = {
  url: DESTINATION,
  expiresIn: EXPIRY,
  maxClicks: CLICK_LIMIT,
  password: PASSWORD,
  tags: TAGS,
  notes: NOTES,
  externalId: EXTERNAL_ID,
  title: TITLE,
};
export const EDITABLE_NAMES = Object.keys(EDITABLE) as EditableName[];

/** The properties of a new link, in the order of its form. */
export const PROPERTIES: Readonly<Record<PropertyName, LinkProperty>> = {
  url: DESTINATION,
  alias: ALIAS,
  expiresIn: EXPIRY,
  maxClicks: CLICK_LIMIT,
  password: PASSWORD,
  title: TITLE,
  externalId: EXTERNAL_ID,
  tags: TAGS,
  notes: NOTES,
};
export const PROPERTY_NAMES = Object.keys(PROPERTIES) as PropertyName[];

/** The properties that can be changed for all selected links at once, in the order of their buttons. */
export const BULK: readonly BulkChange[] = [TAG_CHANGES, EXPIRY_CHANGES];

/** The editable properties that a plan may lack. */
export const OPTIONS = FEATURES.filter((feature) => feature !== 'alias');

/** The inputs of a property, in the form of a new link or in the form that changes it. */
export const PropertyInputs: FC<InputsProps & { name: EditableName }> = ({ name, ...props }) => {
  const { Inputs, value } = EDITABLE[name];
  if (Inputs !== undefined) return <Inputs {...props} />;
  const { of, link } = props;
  return <Input of={of} name={name} value={link && formatValue(value(link))} isNamed={link !== undefined} />;
};
