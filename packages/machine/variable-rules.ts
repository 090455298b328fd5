/**
 * What the variables of both workers may be. The start of a machine and `npm run deploy -- --var` check them, so that a
 * wrong one is refused with the allowed values before a worker refuses it, or replaces it by its default.
 */
import { CHOICES } from '#domain/variable-choices';
import { parseContact } from '#store/contact';

type Rule = { readonly isValid: (text: string) => boolean; readonly what: string };

/** Node 20 lacks URL.parse. */
export const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Whether an address is of this computer. */
export const isLoopback = (address: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(urlOf(address)?.hostname ?? '');

const orEmpty = ({ isValid, what }: Rule): Rule => ({ isValid: (text) => text === '' || isValid(text), what });

const choice = (words: readonly string[]): Rule => ({
  isValid: (text) => words.includes(text),
  what: words.map((word) => word || 'empty').join(' or '),
});

const ADDRESS: Rule = {
  isValid: (text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''),
  what: 'an address of http or https',
};
const AMOUNTS: Rule = {
  isValid: (text) => /^(\s|(FREE|HOBBY|INDIE|PRO)=\d+)*$/.test(text),
  what: 'amounts by plan, such as FREE=5 PRO=20',
};

const RULES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, words]) => [name, choice(words)])),
  CONTACT: orEmpty({ isValid: (text) => parseContact(text) !== null, what: 'a mail address or an http(s) address' }),
  THREATS_BASE_URL: orEmpty(ADDRESS),
  ACTIVE_KEYS: AMOUNTS,
  LINK_QUOTA: AMOUNTS,
  FALLBACK_URL: orEmpty(ADDRESS),
  GATHER_MS: orEmpty({ isValid: (text) => /^\d{1,4}$/.test(text), what: 'milliseconds from 0 to 9999' }),
  METRICS_MS: orEmpty({
    isValid: (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 20_000),
    what: 'milliseconds from 0 to 20000, or off',
  }),
  STATISTICS_DAYS: orEmpty({ isValid: (text) => /^[1-9]\d{0,4}$/.test(text), what: 'days from 1 to 99999' }),
};

/** The line about the first variable with a wrong value, which names what it may be; undefined if all are right. */
export function wrongVariable(values: Readonly<Record<string, string>>): string | undefined {
  const [name, text] = Object.entries(values).find(([one, value]) => RULES[one]?.isValid(value) === false) ?? [];
  return name && `${name} must be ${RULES[name]?.what}, not ${JSON.stringify(text)}.`;
}
