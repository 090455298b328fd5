/**
 * Test addresses that every deployment flags, so that tests and an operator's first try need neither a key nor a network.
 * They are expressions as in expressions.ts; a whole host is `host/`.
 * Source: cloud.google.com/web-risk/docs and the test pages of testsafebrowsing.appspot.com.
 */
export const TEST_EXPRESSIONS: ReadonlySet<string> = new Set([
  'testsafebrowsing.appspot.com/s/malware.html',
  'testsafebrowsing.appspot.com/s/phishing.html',
  'testsafebrowsing.appspot.com/s/unwanted.html',
  'malware.testing.google.test/',
]);

/**
 * A test address that the services document as bad. The canary sends it, and Web Risk's client uses it as its control.
 */
export const KNOWN_BAD_URL = 'https://testsafebrowsing.appspot.com/s/malware.html';
