import { expect, it } from 'vitest';
import { nameBrowser } from './session';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [CHROME, 'Chrome on Windows'],
  [`${CHROME} Edg/120.0.0.0`, 'Edge on Windows'],
  [`${CHROME} OPR/106.0.0.0`, 'Opera on Windows'],
  [`${IPHONE} Version/17.2 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/120.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${IPHONE} FxiOS/121.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/23.0 Chrome/115.0 Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox on macOS'],
  ['curl/8.5.0', 'A browser'],
  ['<script>', 'A browser'],
  [undefined, 'A browser'],
])('the User-Agent %s gets the name %s', (header, name) => {
  expect(nameBrowser(header)).toBe(name);
});
