/** The console's words for refused fields of a link. The API's messages name its own fields and units. */
import { MAX_CLICKS, MAX_EXPIRES_IN } from '#api/links/link-request';
import { MAX_CODE_LENGTH } from '#domain/codes';
import { MAX_URL_LENGTH } from '#domain/link';
import { MAX_EXTERNAL_ID, MAX_NOTES, MAX_TAG, MAX_TAGS, MAX_TITLE } from '#domain/link-details';
import type { Refusal } from '#domain/refusal';
import type { Field, Fields } from './forms/form';
import { UNITS } from './units';

const COUNT = new Intl.NumberFormat('en');

/** The words of a number that is none, or out of its range. */
const CLICKS_RULE = `Enter a whole number from 1 to ${COUNT.format(MAX_CLICKS)}.`;

function durationRule({ unit }: Fields): string {
  const [seconds, name] = UNITS.find(([known]) => known === unit) ?? UNITS[0];
  return `Enter a whole number of ${name}, up to ${COUNT.format(MAX_EXPIRES_IN / Number(seconds))}.`;
}

/** Why an address cannot be a destination, as far as its text shows it. */
function destinationWords(text: string): string {
  if (text === '') return 'Enter the address that the link leads to.';
  if (text.length > MAX_URL_LENGTH) return `Use at most ${COUNT.format(MAX_URL_LENGTH)} characters.`;
  const [, scheme, host] = /^(?:([a-z][a-z\d+.-]*):)?\/*([^/?#:]*)/i.exec(text) ?? [];
  if (scheme && !/^https?$/i.test(scheme)) return 'Enter a web address. It begins with http:// or https://.';
  if (/\s/.test(text)) return 'Remove the spaces: an address has none.';
  if (host && !host.includes('.') && !host.startsWith('['))
    return `“${host}” is not a public host name. Enter a full one, such as example.com.`;
  return 'Enter a public web address, such as https://example.com/page.';
}

type Words = string | ((refusal: Refusal, sent: Fields) => string);

const WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  url: {
    URL_INVALID: (_, { url = '' }) => destinationWords(url.trim()),
    URL_OWN: 'This is an address of this service, such as a short link. Enter the address that it leads to.',
  },
  alias: {
    FIELD_INVALID: 'Use only letters, digits and hyphens.',
    ALIAS_LENGTH: ({ extras }) => `Use ${extras.detail} to ${MAX_CODE_LENGTH} characters.`,
    ALIAS_RESERVED: 'This alias is reserved. Choose another one.',
    ALIAS_TAKEN: 'This alias is already taken.',
  },
  expiresIn: {
    FIELD_INVALID: (_, sent) => durationRule(sent),
    EXPIRES_IN_TOO_SHORT: 'Enter at least one minute.',
  },
  maxClicks: { FIELD_INVALID: CLICKS_RULE },
  password: { PASSWORD_LENGTH: 'Use 4 to 100 characters.' },
  title: { FIELD_INVALID: `Use one line of at most ${MAX_TITLE} characters.` },
  notes: { FIELD_INVALID: `Use at most ${COUNT.format(MAX_NOTES)} characters.` },
  tags: {
    FIELD_INVALID: `Use at most ${MAX_TAGS} tags of at most ${MAX_TAG} characters each, and none named . or ..`,
  },
  externalId: {
    FIELD_INVALID: `Use one line of at most ${MAX_EXTERNAL_ID} characters.`,
    EXTERNAL_ID_TAKEN: 'Another link has this external ID.',
  },
};

/** Returns the function of a field that finds its words for a refusal. */
export const refusedWords =
  (field: string): NonNullable<Field['refused']> =>
  (refusal, sent) => {
    const words = WORDS[field]?.[refusal.code];
    return typeof words === 'function' ? words(refusal, sent) : words;
  };
