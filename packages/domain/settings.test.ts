import { describe, expect, it } from 'vitest';
import { FEATURES, PLANS } from './plans';
import { DEFAULT_SETTINGS, findSwitchedOff } from './settings';

describe('a platform with every option switched on', () => {
  it('refuses no link', () => {
    expect(findSwitchedOff(DEFAULT_SETTINGS, FEATURES)).toBeNull();
  });

  it('has the default settings, in which only maintenance is off', () => {
    const { activeKeys, linkQuota, ...switches } = DEFAULT_SETTINGS;
    expect(Object.entries(switches).filter(([, isOn]) => !isOn)).toEqual([['maintenance', false]]);
    expect(PLANS.map((plan) => activeKeys[plan])).toEqual([5, 20, 20, 20]);
    expect(PLANS.map((plan) => linkQuota[plan])).toEqual([null, null, null, null]);
  });
});

describe('a setting that is off', () => {
  it.each([
    ['aliases', 'alias', 'ALIASES_DISABLED'],
    ['expiration', 'expiresIn', 'EXPIRATION_DISABLED'],
    ['clickLimits', 'maxClicks', 'CLICK_LIMITS_DISABLED'],
    ['passwords', 'password', 'PASSWORDS_DISABLED'],
  ] as const)('(%s) refuses links with %s, and with no other option', (name, option, refusal) => {
    const settings = { ...DEFAULT_SETTINGS, [name]: false };
    expect(findSwitchedOff(settings, [option])).toBe(refusal);
    expect(findSwitchedOff(settings, FEATURES)).toBe(refusal);
    expect(
      findSwitchedOff(
        settings,
        FEATURES.filter((one) => one !== option),
      ),
    ).toBeNull();
  });

  it('(shortening) refuses every request with a destination, whatever its options', () => {
    const settings = { ...DEFAULT_SETTINGS, shortening: false, aliases: false };
    expect(findSwitchedOff(settings, ['alias'])).toBe('SHORTENING_DISABLED');
    expect(findSwitchedOff(settings, ['alias'], false)).toBe('ALIASES_DISABLED');
    expect(findSwitchedOff(settings, [], false)).toBeNull();
  });
});
