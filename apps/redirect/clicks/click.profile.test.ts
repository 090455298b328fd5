import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIMENSIONS } from '#domain/daily-counts';
import { makeProfile, type Traits } from './click';

const traits = ({ userAgent = '', referrer = '', languages = '', country = '', city = '' }): Traits => {
  return [userAgent, referrer, languages, 's.example.com', country, city];
};

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a user agent', () => {
  it.each([
    [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36`, 'Chrome', 'Windows', 'Desktop'],
    [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`, 'Edge', 'Windows', 'Desktop'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox', 'Linux', 'Desktop'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
      'Mobile Safari',
      'iOS',
      'Mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
      'Mobile',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'Mobile Safari',
      'iOS',
      'Tablet',
    ],
    ['curl/8.5.0', 'Unknown', 'Unknown', 'Unknown'],
    ['', 'Unknown', 'Unknown', 'Unknown'],
  ])('is parsed: %s', (userAgent, browser, os, device) => {
    expect(makeProfile(traits({ userAgent }))).toMatchObject({ browser, os, device });
  });
});

describe('a referrer', () => {
  it.each([
    ['', 'Direct'],
    ['https://News.Example/path?private=1#x', 'news.example'],
    ['https://user:word@news.example:8443/', 'news.example'],
    ['android-app://com.slack/', 'com.slack'],
    ['https://s.example.com/abc', 'Direct'], // the password page of the short host
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://=cmd()/', 'Other'],
    ['https://-lead.example/', 'Other'],
    ['javascript:alert(1)', 'Other'],
    ['not an address', 'Other'],
    [`https://${'a'.repeat(60)}.example/`, `${'a'.repeat(60)}.example`],
  ])('“%s” is counted as %s', (referrer, host) => {
    expect(makeProfile(traits({ referrer })).referrer).toBe(host);
  });
});

describe('a place', () => {
  it.each([
    ['DE', 'Köln', 'DE', 'Köln, DE'],
    ['US', "Coeur d'Alene", 'US', "Coeur d'Alene, US"],
    ['T1', '', 'T1', 'Unknown'],
    ['XX', '', 'Unknown', 'Unknown'],
    ['', '', 'Unknown', 'Unknown'],
    ['<b>', '=SUM(A1)', 'Unknown', 'Unknown'],
  ])('with country %j and city %j is counted as %s and %s', (country, city, expectedCountry, expectedCity) => {
    expect(makeProfile(traits({ country, city }))).toMatchObject({ country: expectedCountry, city: expectedCity });
  });
});

describe('a language', () => {
  it.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['EN', 'en'],
    ['gsw', 'gsw'],
    ['*', 'Unknown'],
    ['', 'Unknown'],
    ['english', 'Unknown'],
    ['<script>', 'Unknown'],
  ])('“%s” is counted as %s', (languages, language) => {
    expect(makeProfile(traits({ languages })).language).toBe(language);
  });
});

it('a profile contains no text that could harm a page, a spreadsheet or a log', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.constantFrom('=1+1', '@SUM(A1)', '<img src=x onerror=alert(1)>', '\r\nSet-Cookie: a=b', '__proto__'),
  );
  fc.assert(
    fc.property(fc.record({ userAgent: hostile, referrer: hostile, languages: hostile, city: hostile }), (texts) => {
      const profile = makeProfile(traits({ ...texts, country: 'DE' })) as Record<string, string>;
      for (const name of DIMENSIONS) expect(profile[name]).toMatch(/^[\p{L}\d][\p{L}\p{M}\w .,+/()'’-]*$/u);
    }),
    { numRuns: 500 },
  );
});
