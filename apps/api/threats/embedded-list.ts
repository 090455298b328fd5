/**
 * The expressions of test addresses that every deployment flags. Tests and an operator's first trial thus need no
 * service. The expression of a whole host is `host/`.
 * Source: cloud.google.com/web-risk/docs and the test pages of testsafebrowsing.appspot.com
 */
export const TEST_EXPRESSIONS: ReadonlySet<string> = new Set([
  'testsafebrowsing.appspot.com/s/malware.html',
  'testsafebrowsing.appspot.com/s/phishing.html',
  'testsafebrowsing.appspot.com/s/unwanted.html',
  'malware.testing.google.test/',
]);

/**
 * A test address that every service flags. The canary sends it. The client of Web Risk sends it to see whether the
 * service works.
 */
export const KNOWN_BAD_URL = 'https://testsafebrowsing.appspot.com/s/malware.html';
