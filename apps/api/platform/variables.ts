/**
 * Reads the variables. No schema library is used, because it would take a third of the worker's start, and only a
 * request with input needs it (docs/design/cost-limits.md).
 */
import { CHOICES } from '#domain/variable-choices';

/** Reads the text of a variable that is set or unset. @throws Error for a wrong text */
type Read<Value> = (text: string | undefined) => Value;

function wrong(): never {
  throw new Error('wrong');
}

/** One of the values of a variable with fixed ones; the first if the variable is unset. */
const oneOf =
  <const Word extends string>(words: readonly [Word, ...Word[]]): Read<Word> =>
  (text = words[0]) =>
    words.find((word) => word === text) ?? wrong();

const onOff = (words: readonly ['on' | 'off', 'on' | 'off']): Read<boolean> => {
  const read = oneOf(words);
  return (text) => read(text) === 'on';
};

/** A complete http address, without spaces around it. */
const address: Read<string> = (text = '') => {
  const trimmed = text.trim();
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : wrong();
};

const secret: Read<string> = (text = '') => (text.length >= 32 ? text : wrong());

/** An unset or empty variable is the empty text. */
const orEmpty =
  (read: Read<string>): Read<string> =>
  (text = '') =>
    text === '' ? '' : read(text);

/** Amounts by plan, such as "FREE=5 PRO=20". A plan that is left out keeps its default. */
const perPlan: Read<Record<string, number>> = (text = '') => {
  if (!/^(\s|(FREE|HOBBY|INDIE|PRO)=\d+)*$/.test(text)) wrong();
  return Object.fromEntries([...text.matchAll(/(\w+)=(\d+)/g)].map(([, plan, n]) => [plan, Number(n)]));
};

const VARIABLES = {
  SHORT_BASE_URL: (text) => address(text).replace(/\/+$/, ''),
  CONSOLE_ORIGIN: orEmpty((text) => new URL(address(text)).origin),
  SIGNUP: oneOf(CHOICES.SIGNUP),
  CONTACT: (text) => text,
  REQUIRE_HTTPS: onOff(CHOICES.REQUIRE_HTTPS),
  FORWARDED_PROTO: oneOf(CHOICES.FORWARDED_PROTO),
  JURISDICTION: oneOf(CHOICES.JURISDICTION),
  METRICS_MS: (text) => text,
  PLAN_POLICY: oneOf(CHOICES.PLAN_POLICY),
  LEGACY_SHORTEN: onOff(CHOICES.LEGACY_SHORTEN),
  PRIVATE_DESTINATIONS: oneOf(CHOICES.PRIVATE_DESTINATIONS),
  THREATS: oneOf(CHOICES.THREATS),
  THREATS_BASE_URL: orEmpty(address),
  THREATS_ON_FAILURE: oneOf(CHOICES.THREATS_ON_FAILURE),
  THREATS_KEY: (text = '') => text,
  ADMIN_TOKEN: (text) => (text === undefined ? undefined : secret(text)),
  BACKUP_TOKEN: orEmpty(secret),
  MAINTENANCE: onOff(CHOICES.MAINTENANCE),
  SHORTENING: onOff(CHOICES.SHORTENING),
  ALIASES: onOff(CHOICES.ALIASES),
  PASSWORDS: onOff(CHOICES.PASSWORDS),
  EXPIRATION: onOff(CHOICES.EXPIRATION),
  CLICK_LIMITS: onOff(CHOICES.CLICK_LIMITS),
  QR: onOff(CHOICES.QR),
  ACTIVE_KEYS: perPlan,
  LINK_QUOTA: perPlan,
} satisfies Record<string, Read<unknown>>;

export type Variables = { readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]> };

/**
 * @param env the environment of the worker: its variables and its bindings
 * @throws Error with the names of the variables that are missing or wrong, never with their values
 */
export function readVariables(env: object): Variables {
  const texts = env as Record<string, unknown>;
  const failed: string[] = [];
  const readOne = (name: string, read: Read<unknown>): unknown => {
    const text = texts[name];
    try {
      return text === undefined || typeof text === 'string' ? read(text) : wrong();
    } catch {
      failed.push(name);
      return undefined;
    }
  };
  const values = Object.fromEntries(Object.entries(VARIABLES).map(([name, read]) => [name, readOne(name, read)]));
  if (failed.length > 0) throw new Error(`Configuration: missing or wrong: ${failed.join(', ')}`);
  return values as Variables;
}
