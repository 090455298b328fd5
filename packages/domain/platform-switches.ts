/**
 * The settings that switch options of a link off, and the refusals of links with those options (specification 15.1).
 */
import type { ErrorCode } from './errors';
import type { Feature } from './plans';
import type { Settings } from './settings';

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
export function switchedOff(settings: Settings, options: readonly Feature[], hasUrl = true): ErrorCode | null {
  if (hasUrl && !settings.shortening) return 'SHORTENING_DISABLED';
  const off = options.find((option) => !settings[SWITCHES[option].setting]);
  return off === undefined ? null : SWITCHES[off].refusal;
}
