/** Parses the variables into the configuration, once per isolate. No other file reads them. */
import { readMetricsMs } from '#domain/metrics';
import type { PlanPolicy } from '#domain/plans';
import { DEFAULT_SETTINGS, type Settings } from '#domain/settings';
import { type Peppers, readPeppers } from '#secrets/pepper';
import { perIsolate } from '#store/per-isolate';
import type { Env } from './env';
import { readVariables } from './variables';

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
export const configOf = perIsolate<Env, Config>((env) => {
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
