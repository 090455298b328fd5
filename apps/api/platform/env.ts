/**
 * The bindings and variables of the API worker, and the configuration that they mean. A row of VARIABLES declares a
 * variable; `readPeppers` reads the peppers. No other file reads variables.
 */
import type { AddressMeter } from '#api/objects/address-meter';
import type { KeyMeter } from '#api/objects/key-meter';
import { readMetricsMs } from '#domain/metrics';
import type { PlanPolicy } from '#domain/plans';
import { DEFAULT_SETTINGS, type Settings } from '#domain/settings';
import { CHOICES } from '#domain/variable-choices';
import type { ClickCounter } from '#redirect/counter/click-counter';
import type { Statistics } from '#redirect/statistics/statistics';
import { type Peppers, readPeppers } from '#secrets/pepper';
import { perIsolate } from '#store/isolate';
import type { LinkStore } from '#store/link-row';

export type Env = LinkStore & {
  readonly KEYS: DurableObjectNamespace<KeyMeter>;
  readonly ADDRESSES: DurableObjectNamespace<AddressMeter>;
  readonly CLICKS: DurableObjectNamespace<ClickCounter>;
  readonly STATISTICS: DurableObjectNamespace<Statistics>;
  /** The files of the documentation. */
  readonly ASSETS: Fetcher;
  /** The files of the objects of KEYS, by their ids. It is bound on a machine. */
  readonly KEY_FILES?: Fetcher;
} & { readonly [name in keyof typeof VARIABLES | 'PEPPER' | 'PEPPER_PREVIOUS']?: string };

export type ThreatsConfig = {
  /** The service to call. `list` calls none, and only the lists are used. */
  readonly service: 'list' | 'webrisk' | 'safebrowsing';
  readonly endpoint: { readonly baseUrl: string; readonly key: string };
  /** Whether a link is refused while the service gives no verdict. */
  readonly refusesOnFailure: boolean;
};

const THREAT_SERVICES = {
  list: '',
  webrisk: 'https://webrisk.googleapis.com',
  safebrowsing: 'https://safebrowsing.googleapis.com',
} as const;

export type Config = {
  /** The base of every short URL, without a trailing slash. */
  readonly shortBaseUrl: string;
  /** The origin of `shortBaseUrl`, as `URL` spells it. */
  readonly shortOrigin: string;
  /** The origin of the console; undefined if there is no console. Passkeys belong to its host name. */
  readonly consoleOrigin: string | undefined;
  /** Whether anybody may register in the console, on FREE. */
  readonly allowSignUp: boolean;
  /** The variable CONTACT, unparsed. Only pages parse it. */
  readonly contact: string | undefined;
  readonly requireHttps: boolean;
  /** Whether X-Forwarded-Proto is trusted to name the protocol of a request. */
  readonly trustForwardedProto: boolean;
  readonly planPolicy: PlanPolicy;
  /** The time after which an isolate hands over its figures for GET /admin/metrics, milliseconds; null means never. */
  readonly metricsMs: number | null;
  /** The operator's token; if it is undefined, the operator's endpoints are 404. */
  readonly adminToken: string | undefined;
  /** The second token of backups; if it is undefined, their endpoints are 404. */
  readonly backupToken: string | undefined;
  readonly legacyShorten: boolean;
  /** Whether links may lead to loopback, private and link-local addresses. */
  readonly allowPrivateDestinations: boolean;
  readonly peppers: Peppers;
  readonly threats: ThreatsConfig;
  /** The values of settings that the operator has never changed. */
  readonly settings: Settings;
};

/**
 * Returns the whole configuration of an environment.
 * @throws Error with the names of the variables that are missing or wrong, never with their values
 */
export const parseConfig = perIsolate<Env, Config>((env) => {
  const data = readVariables(env);
  return {
    shortBaseUrl: data.SHORT_BASE_URL,
    shortOrigin: new URL(data.SHORT_BASE_URL).origin,
    consoleOrigin: data.CONSOLE_ORIGIN || undefined,
    allowSignUp: data.SIGNUP === 'open',
    contact: data.CONTACT,
    requireHttps: data.REQUIRE_HTTPS,
    trustForwardedProto: data.FORWARDED_PROTO === 'trust',
    planPolicy: data.PLAN_POLICY,
    metricsMs: readMetricsMs(data.METRICS_MS),
    adminToken: data.ADMIN_TOKEN,
    backupToken: data.BACKUP_TOKEN || undefined,
    legacyShorten: data.LEGACY_SHORTEN,
    allowPrivateDestinations: data.PRIVATE_DESTINATIONS === 'allow',
    peppers: readPeppers(env),
    threats: {
      service: data.THREATS,
      endpoint: { baseUrl: data.THREATS_BASE_URL || THREAT_SERVICES[data.THREATS], key: data.THREATS_KEY },
      refusesOnFailure: data.THREATS_ON_FAILURE === 'refuse',
    },
    settings: {
      maintenance: data.MAINTENANCE,
      shortening: data.SHORTENING,
      aliases: data.ALIASES,
      passwords: data.PASSWORDS,
      expiration: data.EXPIRATION,
      clickLimits: data.CLICK_LIMITS,
      qr: data.QR,
      activeKeys: { ...DEFAULT_SETTINGS.activeKeys, ...data.ACTIVE_KEYS },
      linkQuota: { ...DEFAULT_SETTINGS.linkQuota, ...data.LINK_QUOTA },
    },
  };
});

/**
 * Reads the text of a variable that is set or unset. No schema library is used, because it would take a third of the
 * worker's start, and only a request with input needs it. @throws Error for a wrong text
 */
type Read<Value> = (text: string | undefined) => Value;

function wrong(): never {
  throw new Error('wrong');
}

/** The value of a variable that has fixed values; the first of them if the variable is unset. */
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

type Variables = { readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]> };

/**
 * @param env the environment of the worker: its variables and its bindings
 * @throws Error with the names of the variables that are missing or wrong, never with their values
 */
function readVariables(env: object): Variables {
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
