/** English names for the codes of countries and languages. Any other value stays as it is. */
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Cloudflare's country code for the Tor network. */
const TOR = 'T1';

export function countryName(value: string): string {
  if (value === TOR) return 'Tor';
  return /^[A-Z]{2}$/.test(value) ? (COUNTRIES.of(value) ?? value) : value;
}

export const languageName = (value: string): string =>
  /^[a-z]{2,3}$/.test(value) ? (LANGUAGES.of(value) ?? value) : value;
