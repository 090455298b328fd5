/** The bindings of the API worker. Only config.ts reads the variables. */
import type { AddressMeter } from '#api/objects/address-meter';
import type { KeyMeter } from '#api/objects/key-meter';
import type { ClickCounter } from '#redirect/click-counter';
import type { Statistics } from '#redirect/statistics';
import type { LinkStore } from '#store/link-store';

export type Env = LinkStore & {
  readonly KEYS: DurableObjectNamespace<KeyMeter>;
  readonly ADDRESSES: DurableObjectNamespace<AddressMeter>;
  readonly CLICKS: DurableObjectNamespace<ClickCounter>;
  readonly STATISTICS: DurableObjectNamespace<Statistics>;
  /** The files of the documentation. */
  readonly ASSETS: Fetcher;
  /** The files of the objects of KEYS, by their ids. It is bound on a machine. */
  readonly KEY_FILES?: Fetcher;
} & { readonly [variable in Variable]?: string };

type Variable =
  | 'SHORT_BASE_URL'
  | 'CONSOLE_ORIGIN'
  | 'SIGNUP'
  | 'CONTACT'
  | 'REQUIRE_HTTPS'
  | 'FORWARDED_PROTO'
  | 'JURISDICTION'
  | 'METRICS_MS'
  | 'PLAN_POLICY'
  | 'LEGACY_SHORTEN'
  | 'PRIVATE_DESTINATIONS'
  | 'THREATS'
  | 'THREATS_BASE_URL'
  | 'THREATS_ON_FAILURE'
  | 'THREATS_KEY'
  | 'ADMIN_TOKEN'
  | 'BACKUP_TOKEN'
  | 'PEPPER'
  | 'PEPPER_PREVIOUS'
  | 'MAINTENANCE'
  | 'SHORTENING'
  | 'ALIASES'
  | 'PASSWORDS'
  | 'EXPIRATION'
  | 'CLICK_LIMITS'
  | 'QR'
  | 'ACTIVE_KEYS'
  | 'LINK_QUOTA';
