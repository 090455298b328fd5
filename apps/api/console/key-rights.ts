/** The console's texts about the rights of a key, and the presets of their form (specification 12.7 and 12.8). */
import type { Key } from '#api/accounts/keys';
import type { KEY_MAKERS } from '#domain/key-rights';
import { SCOPES, type Scope } from '#domain/scopes';
import type { Fields, FormErrors } from './forms/form';
import { expiryText, expiryValues } from './key-expiry';

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
const only = (...scopes: readonly Scope[]): Fields => ({ ...UNRESTRICTED, access: 'some', ...ticksOf(scopes) });

const ticksOf = (scopes: readonly Scope[]): Fields => Object.fromEntries(scopes.map((scope) => [scope, 'yes']));

const UNRESTRICTED: Fields = { access: 'all', links: 'all', perMinute: '', perMonth: '' };

type Preset = {
  readonly label: string;
  /** What a key of it can do, in a few words. */
  readonly words: string;
  readonly values: Fields;
};

/** The presets. None has origins or an end, because they are different for every key. */
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

/** The values of the fields that a preset has; those of full access for an unknown name. */
export const valuesOfPreset = (name: string): Fields => ({
  ...Object.fromEntries(OF_PRESETS.map((field) => [field, ''])),
  ...PRESETS[presetOf(name) ?? 'full']?.values,
});

/** Returns the name of a preset; undefined for any other text. */
export const presetOf = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(PRESETS, name) ? name : undefined;

/** The fields that a preset has. */
export const OF_PRESETS: readonly string[] = ['access', 'links', 'perMinute', 'perMonth', ...SCOPES];

/**
 * Returns the name of the preset that the fields agree with; undefined where there is none.
 * @param errors of fields that are wrong, and agree with any preset
 */
export const presetIn = (fields: Fields, errors: FormErrors = {}): string | undefined =>
  Object.entries(PRESETS).find(([, { values }]) =>
    OF_PRESETS.every((name) => errors[name] !== undefined || (fields[name] ?? '') === (values[name] ?? '')),
  )?.[0];

/**
 * Returns the values with which the form shows a key. A preset replaces scopes, links and limits; the origins and the
 * end stay.
 */
export function rightsValues(key: Key, preset: string | undefined): Fields {
  const { scopes, linkReach, origins, perMinute, perMonth, expiresAt } = key;
  const current = {
    access: scopes === null ? 'all' : 'some',
    ...ticksOf(scopes ?? []),
    links: linkReach ?? 'all',
    perMinute: String(perMinute ?? ''),
    perMonth: String(perMonth ?? ''),
  };
  return {
    ...(preset === undefined ? current : PRESETS[preset]?.values),
    origins: (origins ?? []).join('\n'),
    ...expiryValues(expiresAt),
  };
}

/** Returns what a key may do, in words. */
export const scopesText = ({ scopes }: Pick<Key, 'scopes'>): string =>
  scopes === null
    ? FULL_ACCESS
    : SCOPES.filter((scope) => scopes.includes(scope))
        .map((scope) => SCOPE_WORDS[scope])
        .join(', ');

/** Returns what a key may do, short enough for a column of a list. */
export function shortScopesText({ scopes }: Pick<Key, 'scopes'>): string {
  if (scopes === null || scopes.length <= 2) return scopesText({ scopes });
  const [first] = SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => SCOPE_WORDS[scope]);
  return `${first} +${scopes.length - 1}`;
}

const COUNT = new Intl.NumberFormat('en');

/** Groups the digits of a number; any other text stays as it was typed. */
const grouped = (text: string): string => (/^\d{1,12}$/.test(text) ? COUNT.format(Number(text)) : text);

/** Returns what the fields of the form are set to, in words. `limits` is undefined without own limits. */
export function rightsTexts(fields: Fields) {
  const { links, origins = '', perMinute, perMonth } = fields;
  const lines = origins.split('\n').filter((line) => line.trim() !== '');
  const limits = [perMinute && `${grouped(perMinute)} a minute`, perMonth && `${grouped(perMonth)} a month`].filter(
    Boolean,
  );
  return {
    access:
      fields.access === 'some' ? shortScopesText({ scopes: SCOPES.filter((scope) => fields[scope]) }) : FULL_ACCESS,
    links: (REACHES.find(([value]) => value === links) ?? REACHES[0])[1],
    origins: lines.length > 1 ? `${lines.length} origins` : (lines[0] ?? 'None, servers only'),
    limits: limits.length === 0 ? undefined : limits.join(', '),
    expiry: expiryText(fields),
  };
}
