/** What the redirect worker is bound to. Variables are read by config.ts alone. */
import type { LinkStore } from '#store/database';
import type { ClickCounter } from './click-counter';
import type { Statistics } from './statistics';

export type Env = LinkStore & {
  readonly CLICKS: DurableObjectNamespace<ClickCounter>;
  readonly STATISTICS: DurableObjectNamespace<Statistics>;
  readonly MISSES: RateLimit;
  readonly TRIES: RateLimit;
  readonly WIDE_TRIES: RateLimit;
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
};
