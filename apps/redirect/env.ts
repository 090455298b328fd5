/** The bindings of the redirect worker. Only config.ts reads its variables. */
import type { LinkStore } from '#store/link-row';
import type { Places } from './clicks/click';
import type { Variables } from './config';
import type { ClickCounter } from './counter/click-counter';
import type { Statistics } from './statistics/statistics';

export type Env = LinkStore &
  Variables & {
    readonly CLICKS: DurableObjectNamespace<ClickCounter>;
    readonly STATISTICS: DurableObjectNamespace<Statistics>;
    readonly MISSES: RateLimit;
    readonly WIDE_MISSES: RateLimit;
    readonly TRIES: RateLimit;
    readonly WIDE_TRIES: RateLimit;
    /** A service that finds places by address. It is bound where the platform names no country. */
    readonly PLACES?: Places;
  };
