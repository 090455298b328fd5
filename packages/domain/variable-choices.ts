/** The variables that have fixed values, and these values. The first is the default (specification 15.2). */
import { PLAN_POLICIES } from './plans';

const ON_OFF = ['on', 'off'] as const;
const OFF_ON = ['off', 'on'] as const;

export const CHOICES = {
  SIGNUP: ['closed', 'open'],
  REQUIRE_HTTPS: ON_OFF,
  FORWARDED_PROTO: ['ignore', 'trust'],
  JURISDICTION: ['', 'eu'],
  PLAN_POLICY: PLAN_POLICIES,
  LEGACY_SHORTEN: OFF_ON,
  PRIVATE_DESTINATIONS: ['refuse', 'allow'],
  THREATS: ['list', 'webrisk', 'safebrowsing'],
  THREATS_ON_FAILURE: ['accept', 'refuse'],
  MAINTENANCE: OFF_ON,
  SHORTENING: ON_OFF,
  ALIASES: ON_OFF,
  PASSWORDS: ON_OFF,
  EXPIRATION: ON_OFF,
  CLICK_LIMITS: ON_OFF,
  QR: ON_OFF,
} as const;
