/**
 * Parses the variables. No other file reads them. No schema library is used, because every visit would have to load it.
 */
import { readMetricsMs } from '#domain/metrics';
import { type Peppers, readPeppers } from '#secrets/pepper';
import { perIsolate } from '#store/isolate';

/** The variables that the operator may set. */
export type Variables = {
  readonly SHORT_BASE_URL?: string;
  readonly REQUIRE_HTTPS?: string;
  readonly FORWARDED_PROTO?: string;
  readonly FALLBACK_URL?: string;
  readonly PEPPER?: string;
  readonly PEPPER_PREVIOUS?: string;
  /** The operator's mail or web address, shown on the visitor's pages. */
  readonly CONTACT?: string;
  readonly GATHER_MS?: string;
  readonly STATISTICS_DAYS?: string;
  /** How long an isolate sums up its figures before it hands them over, or `off`. */
  readonly METRICS_MS?: string;
  /** The jurisdiction in which the objects are stored (packages/store/objects.ts). */
  readonly JURISDICTION?: string;
};

type Config = {
  /** The host of short links, as pages show it. It comes from SHORT_BASE_URL, never from a request. */
  readonly host: string;
  readonly requireHttps: boolean;
  /** Whether X-Forwarded-Proto is trusted to name the protocol of a visit. */
  readonly trustForwardedProto: boolean;
  /** Where `GET /` redirects to; undefined if its response is 404. */
  readonly fallbackUrl: string | undefined;
  /** The variable CONTACT, unparsed. Only pages parse it, because a redirect does not need it. */
  readonly contact: string | undefined;
  readonly peppers: Peppers;
  /** How long an isolate sums up its figures for the metrics, milliseconds; null if it hands over none. */
  readonly metricsMs: number | null;
};

/** Returns the configuration, which is parsed once per isolate. @throws Error that names a missing secret */
export const configOf = perIsolate<Variables, Config>((env) => ({
  host: URL.parse(env.SHORT_BASE_URL ?? '')?.host ?? '',
  // Every value but "off" means on: a mistyped variable must not allow plain http.
  requireHttps: env.REQUIRE_HTTPS !== 'off',
  trustForwardedProto: env.FORWARDED_PROTO === 'trust',
  fallbackUrl: URL.parse(env.FALLBACK_URL ?? '')?.href,
  contact: env.CONTACT,
  peppers: readPeppers(env),
  metricsMs: readMetricsMs(env.METRICS_MS),
}));

const FLUSH_MS = 1_000;

/** Returns how long an isolate buffers clicks before it flushes them to the statistics, in milliseconds. */
export function readFlushMs({ GATHER_MS: text = '' }: Variables): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : FLUSH_MS;
}

const STATISTICS_DAYS = 400;

/** Returns for how many days breakdowns are stored. Totals are stored for ever (specification 10.4). */
export function readStatisticsDays({ STATISTICS_DAYS: text = '' }: Variables): number {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : STATISTICS_DAYS;
}
