/** The console's texts about the rights of a key, and the presets of their form (specification 12.7 and 12.8). */
import type { Key } from '#api/accounts/keys';
import { type KEY_MAKERS, SCOPES, type Scope } from '#domain/key-rights';
import { formatCount, formatMoment } from '../components';
import type { Fields } from '../forms/form';
import { DAY_MS, MINUTE_MS } from '../words';

export const SCOPE_WORDS: Record<Scope, string> = {
  'links:create': 'Create links',
  'links:read': 'Read and list links',
  'links:write': 'Change links and tags',
  'links:delete': 'Delete links',
  'stats:read': 'Read statistics',
  'qr:read': 'Fetch QR codes',
};

const FULL_ACCESS = 'Full access';

/** The values of the field `access`. */
export const ACCESS = [
  ['all', 'Full access, including later additions'],
  ['some', 'Only what is selected'],
] as const;

/** The values of the field `links`. */
export const REACHES = [
  ['all', 'All links in the account'],
  ['own', 'Only links it created'],
] as const;

export const MAKERS: Record<(typeof KEY_MAKERS)[number], string> = {
  operator: 'by the operator',
  console: 'in the console',
};

/** The values of the form for a key that has these scopes and is not restricted otherwise. */
const only = (...scopes: readonly Scope[]): Fields => ({ ...UNRESTRICTED, access: 'some', ...tick(scopes) });

const tick = (scopes: readonly Scope[]): Fields => Object.fromEntries(scopes.map((scope) => [scope, 'yes']));

const UNRESTRICTED: Fields = { access: 'all', links: 'all', perMinute: '', perMonth: '' };

type Preset = {
  readonly label: string;
  /** What a key with this preset can do, in a few words. */
  readonly words: string;
  readonly values: Fields;
};

/** The presets. None sets origins or an end, because these differ from key to key. */
export const PRESETS: Readonly<Record<string, Preset>> = {
  full: { label: 'Full access', words: 'Everything the API can do', values: UNRESTRICTED },
  read: {
    label: 'Read only',
    words: 'Links, statistics and QR codes',
    values: only('links:read', 'stats:read', 'qr:read'),
  },
  create: {
    label: 'Create only',
    words: 'Its own links, ten a minute',
    values: { ...only('links:create'), links: 'own', perMinute: '10', perMonth: '1000' },
  },
  statistics: { label: 'Statistics only', words: 'Clicks and visitors, no links', values: only('stats:read') },
};

/** The values that a preset gives its fields; those of full access for an unknown name. */
export const fillPreset = (name: string): Fields => ({
  ...Object.fromEntries(OF_PRESETS.map((field) => [field, ''])),
  ...PRESETS[findPreset(name) ?? 'full']?.values,
});

/** Returns the name of a preset; undefined for any other text. */
export const findPreset = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(PRESETS, name) ? name : undefined;

/** The fields that a preset has. */
export const OF_PRESETS: readonly string[] = ['access', 'links', 'perMinute', 'perMonth', ...SCOPES];

/** Returns the name of the preset that the fields agree with; undefined where there is none. */
export const matchPreset = (fields: Fields): string | undefined =>
  Object.entries(PRESETS).find(([, { values }]) =>
    OF_PRESETS.every((name) => (fields[name] ?? '') === (values[name] ?? '')),
  )?.[0];

/**
 * Returns the values with which the form shows a key. A preset replaces scopes, links and limits; the origins and the
 * end stay.
 */
export function fillRights(key: Key, preset: string | undefined): Fields {
  const { scopes, linkReach, origins, perMinute, perMonth, expiresAt } = key;
  const current = {
    access: scopes === null ? 'all' : 'some',
    ...tick(scopes ?? []),
    links: linkReach ?? 'all',
    perMinute: String(perMinute ?? ''),
    perMonth: String(perMonth ?? ''),
  };
  return {
    ...(preset === undefined ? current : PRESETS[preset]?.values),
    origins: (origins ?? []).join('\n'),
    ...fillExpiry(expiresAt),
  };
}

/** Returns what a key may do, in words. */
export const formatScopes = ({ scopes }: Pick<Key, 'scopes'>): string =>
  scopes === null
    ? FULL_ACCESS
    : SCOPES.filter((scope) => scopes.includes(scope))
        .map((scope) => SCOPE_WORDS[scope])
        .join(', ');

/** Returns what a key may do, short enough for a column of a list. */
export function formatScopesShort({ scopes }: Pick<Key, 'scopes'>): string {
  if (scopes === null || scopes.length <= 2) return formatScopes({ scopes });
  const [first] = SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => SCOPE_WORDS[scope]);
  return `${first} +${scopes.length - 1}`;
}

/** Groups the digits of a number; any other text stays as it was typed. */
const grouped = (text: string): string => (/^\d{1,12}$/.test(text) ? formatCount(Number(text)) : text);

/** Returns what the fields of the form are set to, in words. `limits` is undefined without own limits. */
export function describeRights(fields: Fields) {
  const { links, origins = '', perMinute, perMonth } = fields;
  const lines = origins.split('\n').filter((line) => line.trim() !== '');
  const limits = [perMinute && `${grouped(perMinute)} a minute`, perMonth && `${grouped(perMonth)} a month`].filter(
    Boolean,
  );
  return {
    access:
      fields.access === 'some' ? formatScopesShort({ scopes: SCOPES.filter((scope) => fields[scope]) }) : FULL_ACCESS,
    links: (REACHES.find(([value]) => value === links) ?? REACHES[0])[1],
    origins: lines.length > 1 ? `${lines.length} origins` : (lines[0] ?? 'None, servers only'),
    limits: limits.length === 0 ? undefined : limits.join(', '),
    expiry: describeExpiry(fields),
  };
}

/** The values of the field `expiry`: no end, one in so many days, or the one in the field `expiresAt`. */
export const EXPIRIES = [
  ['never', 'Never'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['date', 'Date…'],
] as const;

/** Returns a time as the form shows it, in UTC: `2027-01-31 18:00`, with seconds unless they are 0. */
export const formatEnd = (at: number | null): string =>
  at === null
    ? ''
    : new Date(at)
        .toISOString()
        .replace('T', ' ')
        .replace(/(:00)?\.000Z$/, '')
        .replace(/Z$/, '');

/** The values with which the form shows an end. */
const fillExpiry = (at: number | null): Fields => ({
  expiry: at === null ? 'never' : 'date',
  expiresAt: formatEnd(at),
});

const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?)?(?: ?(?:Z|UTC))?$/;

/** Returns the timestamp of a typed time in UTC; null for an empty text, and any other text as it is. */
export function parseTimestamp(typed: string): string | null {
  const text = typed.trim();
  const [, day, minutes = '00:00', seconds = ':00'] = TIME.exec(text) ?? [];
  if (day === undefined) return text === '' ? null : text;
  return `${day}T${minutes}${seconds}Z`;
}

/**
 * Returns the end that the fields choose, as it is typed; empty for none. An end in some days is the next whole minute.
 * Without a choice a typed date counts, so that no key outlives it.
 */
export function readChosenEnd({ expiry = 'date', expiresAt = '' }: Fields, now: number): string {
  if (expiry === 'date') return expiresAt.trim();
  const days = Number(expiry);
  if (Number.isNaN(days)) return '';
  return formatEnd(Math.ceil((now + days * DAY_MS) / MINUTE_MS) * MINUTE_MS);
}

/** Returns the chosen end in words. A text that is not a time stays as it was typed. */
function describeExpiry({ expiry = 'date', expiresAt = '' }: Fields): string {
  if (expiry !== 'date') return EXPIRIES.find(([value]) => value === expiry)?.[1] ?? 'Never';
  const at = Date.parse(parseTimestamp(expiresAt) ?? '');
  return Number.isNaN(at) ? expiresAt || 'Never' : formatMoment(at);
}
