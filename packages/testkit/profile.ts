import type { Profile } from '#domain/daily-counts';

/** What statistics know of one visitor. */
export const PROFILE: Profile = {
  country: 'DE',
  city: 'Köln, DE',
  device: 'Desktop',
  browser: 'Chrome',
  os: 'Mac OS',
  referrer: 'Direct',
  language: 'de',
};
