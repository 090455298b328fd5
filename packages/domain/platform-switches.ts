/** Which setting can switch which option of a link off, and how that is refused (specification 15.1). */
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
 * The refusal of a link with these options, or null where the platform makes such links.
 * @param hasUrl false where options are set and no destination is
 */
export function switchedOff(settings: Settings, options: readonly Feature[], hasUrl = true): ErrorCode | null {
  if (hasUrl && !settings.shortening) return 'SHORTENING_DISABLED';
  const off = options.find((option) => !settings[SWITCHES[option].setting]);
  return off === undefined ? null : SWITCHES[off].refusal;
}
