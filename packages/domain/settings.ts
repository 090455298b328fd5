/** The settings that the operator can change while the service runs (specification 15.1). */
import type { ErrorCode } from './errors';
import type { Feature, Plan } from './plans';

export type Settings = {
  readonly maintenance: boolean;
  readonly shortening: boolean;
  readonly aliases: boolean;
  readonly passwords: boolean;
  readonly expiration: boolean;
  readonly clickLimits: boolean;
  readonly qr: boolean;
  /** How many active keys an account may have, by its plan. */
  readonly activeKeys: Record<Plan, number>;
  /** How many links a key may make in a calendar month, by its plan; null where only its calls are limited. */
  readonly linkQuota: Record<Plan, number | null>;
};

/** The default settings (specification 4.1 and 15.1). */
export const DEFAULT_SETTINGS: Settings = {
  maintenance: false,
  shortening: true,
  aliases: true,
  passwords: true,
  expiration: true,
  clickLimits: true,
  qr: true,
  activeKeys: { FREE: 5, HOBBY: 20, INDIE: 20, PRO: 20 },
  linkQuota: { FREE: null, HOBBY: null, INDIE: null, PRO: null },
};

/** A setting that switches an option of a link off, and the refusal of a link with that option. */
type Switch = { readonly setting: 'aliases' | 'expiration' | 'clickLimits' | 'passwords'; readonly refusal: ErrorCode };

const SWITCHES: Record<Feature, Switch> = {
  alias: { setting: 'aliases', refusal: 'ALIASES_DISABLED' },
  expiresIn: { setting: 'expiration', refusal: 'EXPIRATION_DISABLED' },
  maxClicks: { setting: 'clickLimits', refusal: 'CLICK_LIMITS_DISABLED' },
  password: { setting: 'passwords', refusal: 'PASSWORDS_DISABLED' },
};

/**
 * Returns the refusal of a link with these options, or null if all of them are switched on.
 * @param hasUrl whether the request has a destination; only such a request needs the setting `shortening`
 */
export function findSwitchedOff(settings: Settings, options: readonly Feature[], hasUrl = true): ErrorCode | null {
  if (hasUrl && !settings.shortening) return 'SHORTENING_DISABLED';
  const off = options.find((option) => !settings[SWITCHES[option].setting]);
  return off === undefined ? null : SWITCHES[off].refusal;
}
