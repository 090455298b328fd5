/**
 * The times of a visit, and the variables. No other file reads variables. No schema library parses them, because every
 * visit would have to load it.
 */
import { readMetricsMs } from '#domain/metrics';
import { type Peppers, readPeppers } from '#secrets/pepper';
import { perIsolate } from '#store/isolate';
import { KV_CACHE_SECONDS, PUT_SETTLES_MS } from '#store/publish';

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

/**
 * Returns the configuration, which is parsed once per isolate. The mark lets a bundle without a use of it leave it out.
 * @throws Error that names a missing secret
 */
export const configOf = /* @__PURE__ */ perIsolate<Variables, Config>((env) => ({
  host: URL.parse(env.SHORT_BASE_URL ?? '')?.host ?? '',
  // Every value but "off" means on: a mistyped variable must not allow plain http.
  requireHttps: env.REQUIRE_HTTPS !== 'off',
  trustForwardedProto: env.FORWARDED_PROTO === 'trust',
  fallbackUrl: URL.parse(env.FALLBACK_URL ?? '')?.href,
  contact: env.CONTACT,
  peppers: readPeppers(env),
  metricsMs: readMetricsMs(env.METRICS_MS),
}));

/** How long an isolate keeps an edge entry in memory and uses it, even if the link has changed (specification 8.8). */
export const ENTRY_IN_MEMORY_MS = 10_000;

const FLUSH_MS = 1_000;
/** GATHER_MS has at most four digits. */
const LONGEST_FLUSH_MS = 10_000;

/**
 * How long after an edit clicks by the former entry may still reach the statistics: until the put has settled, no
 * location has the former entry in its cache and no isolate in its memory, and the isolates have flushed their clicks.
 */
export const LATE_CLICKS_MS = PUT_SETTLES_MS + KV_CACHE_SECONDS * 1000 + ENTRY_IN_MEMORY_MS + LONGEST_FLUSH_MS;

/** Returns how long an isolate buffers clicks before it flushes them to the statistics, in milliseconds. */
export function readFlushMs({ GATHER_MS: text = '' }: Variables): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : FLUSH_MS;
}

const STATISTICS_DAYS = 400;

/** Returns for how many days breakdowns are stored. Totals are stored for ever (specification 10.4). */
export function readStatisticsDays({ STATISTICS_DAYS: text = '' }: Variables): number {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : STATISTICS_DAYS;
}
