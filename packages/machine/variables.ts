/**
 * The variables of the workers, declared once: which workers read a variable, its default, and its valid values. Tests
 * compare the code of both workers, their wrangler files and the specification with this table. The start of a machine
 * and `npm run deploy -- --var` refuse a wrong value, before a worker refuses it or uses the default.
 */
import { CHOICES } from '#domain/variable-choices';
import { parseContact } from '#store/contact';

type Rule = { readonly isValid: (text: string) => boolean; readonly what: string };

/** Node 20 lacks URL.parse. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Whether an address belongs to this computer. */
export const isLoopback = (address: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parseUrl(address)?.hostname ?? '');

const orEmpty = ({ isValid, what }: Rule): Rule => ({ isValid: (text) => text === '' || isValid(text), what });

const choice = (words: readonly string[]): Rule => ({
  isValid: (text) => words.includes(text),
  what: words.map((word) => word || 'empty').join(' or '),
});

const ADDRESS: Rule = {
  isValid: (text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''),
  what: 'an address of http or https',
};
const AMOUNTS: Rule = {
  isValid: (text) => /^(\s|(FREE|HOBBY|INDIE|PRO)=\d+)*$/.test(text),
  what: 'amounts by plan, such as FREE=5 PRO=20',
};

/** The command that reads the variable checks it: an origin of one's own has further rules. */
const CHECKED_ELSEWHERE: Rule = { isValid: () => true, what: 'an origin' };

type Worker = 'api' | 'redirect';
type Variable<Reader extends Worker = Worker> = {
  readonly readers: readonly Reader[];
  readonly unset: string;
  readonly rule: Rule;
};

const declare = <Reader extends Worker>(readers: readonly Reader[], unset: string, rule: Rule): Variable<Reader> => ({
  readers,
  unset,
  rule,
});

/** A variable with fixed values, the first of which is the default. */
const declareChoice = <Reader extends Worker>(readers: readonly Reader[], name: keyof typeof CHOICES) =>
  declare(readers, CHOICES[name][0], choice(CHOICES[name]));

const API = ['api'] as const;
const REDIRECT = ['redirect'] as const;
const BOTH = ['api', 'redirect'] as const;

export const VARIABLES = {
  SHORT_BASE_URL: declare(BOTH, 'https://s.example.com', CHECKED_ELSEWHERE),
  CONSOLE_ORIGIN: declare(API, '', CHECKED_ELSEWHERE),
  SIGNUP: declareChoice(API, 'SIGNUP'),
  CONTACT: declare(
    BOTH,
    '',
    orEmpty({ isValid: (text) => parseContact(text) !== null, what: 'a mail address or an http(s) address' }),
  ),
  REQUIRE_HTTPS: declareChoice(BOTH, 'REQUIRE_HTTPS'),
  FORWARDED_PROTO: declareChoice(BOTH, 'FORWARDED_PROTO'),
  JURISDICTION: declareChoice(BOTH, 'JURISDICTION'),
  METRICS_MS: declare(
    BOTH,
    '10000',
    orEmpty({
      isValid: (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 20_000),
      what: 'milliseconds from 0 to 20000, or off',
    }),
  ),
  PLAN_POLICY: declareChoice(API, 'PLAN_POLICY'),
  LEGACY_SHORTEN: declareChoice(API, 'LEGACY_SHORTEN'),
  PRIVATE_DESTINATIONS: declareChoice(API, 'PRIVATE_DESTINATIONS'),
  THREATS: declareChoice(API, 'THREATS'),
  THREATS_BASE_URL: declare(API, '', orEmpty(ADDRESS)),
  THREATS_ON_FAILURE: declareChoice(API, 'THREATS_ON_FAILURE'),
  MAINTENANCE: declareChoice(API, 'MAINTENANCE'),
  SHORTENING: declareChoice(API, 'SHORTENING'),
  ALIASES: declareChoice(API, 'ALIASES'),
  PASSWORDS: declareChoice(API, 'PASSWORDS'),
  EXPIRATION: declareChoice(API, 'EXPIRATION'),
  CLICK_LIMITS: declareChoice(API, 'CLICK_LIMITS'),
  QR: declareChoice(API, 'QR'),
  ACTIVE_KEYS: declare(API, 'FREE=5 HOBBY=20 INDIE=20 PRO=20', AMOUNTS),
  LINK_QUOTA: declare(API, '', AMOUNTS),
  FALLBACK_URL: declare(REDIRECT, '', orEmpty(ADDRESS)),
  GATHER_MS: declare(
    REDIRECT,
    '1000',
    orEmpty({ isValid: (text) => /^\d{1,4}$/.test(text), what: 'milliseconds from 0 to 9999' }),
  ),
  STATISTICS_DAYS: declare(
    REDIRECT,
    '400',
    orEmpty({ isValid: (text) => /^[1-9]\d{0,4}$/.test(text), what: 'days from 1 to 99999' }),
  ),
};

/** The line about the first variable with a wrong value, with its valid values; undefined if all are right. */
export function wrongVariable(values: Readonly<Record<string, string>>): string | undefined {
  const declared: Readonly<Record<string, Variable>> = VARIABLES;
  const [name, text] =
    Object.entries(values).find(([one, value]) => declared[one]?.rule.isValid(value) === false) ?? [];
  return name && `${name} must be ${declared[name]?.rule.what}, not ${JSON.stringify(text)}.`;
}
