/**
 * Addresses that are known to be listed, for tests: black-box tests, the canary and an operator's first try need neither
 * key nor network. Expressions as in expressions.ts; a whole host is `host/`.
 * Source: cloud.google.com/web-risk/docs and the test pages of testsafebrowsing.appspot.com.
 */
export const TEST_EXPRESSIONS: ReadonlySet<string> = new Set([
  'testsafebrowsing.appspot.com/s/malware.html',
  'testsafebrowsing.appspot.com/s/phishing.html',
  'testsafebrowsing.appspot.com/s/unwanted.html',
  'malware.testing.google.test/',
]);

/** What the canary asks the live service for. */
export const KNOWN_BAD_URL = 'https://testsafebrowsing.appspot.com/s/malware.html';
