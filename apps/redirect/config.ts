/** The only reader of variables. They are parsed by hand, because a visit must not load a schema library. */
import { type Peppers, readPeppers } from '#secrets/pepper';
import { perIsolate } from '#store/per-isolate';

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
  /** Where the objects are kept (packages/store/object-named.ts). */
  readonly JURISDICTION?: string;
};

type Config = {
  /** The host of short links that pages show: from SHORT_BASE_URL, never from a request. */
  readonly host: string;
  readonly requireHttps: boolean;
  /** Whether X-Forwarded-Proto is trusted to name the protocol of a visit. */
  readonly trustForwardedProto: boolean;
  /** Where the bare host redirects to; undefined where its response is 404. */
  readonly fallbackUrl: string | undefined;
  /** The variable as it is. Only pages parse it, because a redirect does not need it. */
  readonly contact: string | undefined;
  readonly peppers: Peppers;
};

/** The configuration of an environment, parsed once per isolate. @throws Error naming a secret that is missing */
export const configOf = perIsolate<Variables, Config>((env) => ({
  host: URL.parse(env.SHORT_BASE_URL ?? '')?.host ?? '',
  // Anything but "off" is on: a mistyped variable must not open plain http.
  requireHttps: env.REQUIRE_HTTPS !== 'off',
  trustForwardedProto: env.FORWARDED_PROTO === 'trust',
  fallbackUrl: URL.parse(env.FALLBACK_URL ?? '')?.href,
  contact: env.CONTACT,
  peppers: readPeppers(env),
}));

const FLUSH_MS = 1_000;

/** How long an isolate buffers clicks before it flushes them to the statistics, milliseconds. */
export function flushMsOf({ GATHER_MS: text = '' }: Variables): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : FLUSH_MS;
}

const STATISTICS_DAYS = 400;

/** How many days breakdowns are kept for; totals are kept for ever (specification 10.4). */
export function statisticsDaysOf({ STATISTICS_DAYS: text = '' }: Variables): number {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : STATISTICS_DAYS;
}
