/** What the redirect worker is bound to. Variables are read by config.ts alone. */
import type { LinkStore } from '#store/link-store';
import type { ClickCounter } from './click-counter';
import type { Variables } from './config';
import type { Places } from './places';
import type { Statistics } from './statistics';

export type Env = LinkStore &
  Variables & {
    readonly CLICKS: DurableObjectNamespace<ClickCounter>;
    readonly STATISTICS: DurableObjectNamespace<Statistics>;
    readonly MISSES: RateLimit;
    readonly TRIES: RateLimit;
    readonly WIDE_TRIES: RateLimit;
    /** Where the platform itself tells no country. */
    readonly PLACES?: Places;
  };
