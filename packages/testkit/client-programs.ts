/** Programs that use the installed client in any runtime, and their expected outputs. */
import { expect } from 'vitest';

/** Makes a link. Arguments: the origin of the service, a key. */
export const MAKE_A_LINK = `
  import { Swiftlet } from 'swiftlet-client';
  const [baseUrl, key] = process.argv.slice(2);
  const swiftlet = new Swiftlet({ baseUrl, key });
  const link = await swiftlet.shorten({ url: 'https://example.com/tarball' });
  console.log(JSON.stringify({ link, limits: swiftlet.limits }));`;
/** The output of MAKE_A_LINK with a HOBBY key. */
export const LINK_MADE = {
  link: { url: 'https://example.com/tarball', shortUrl: expect.stringMatching(/^http:\/\/s\.example\.com\//) },
  limits: { keyName: 'HOBBY key', window: { limit: 300, remaining: 299 }, month: { limit: 25_000 } },
};

/**
 * Makes a link by a proxy that loses the first response. Arguments: the proxy's origin (`loseFirstResponse`), a key.
 */
export const MAKE_A_LINK_ONCE = `
  import { Swiftlet } from 'swiftlet-client';
  const [baseUrl, key] = process.argv.slice(2);
  const seen = [];
  const onAnswer = ({ status, tries, isReplayed }) => seen.push({ status, tries, isReplayed });
  await new Swiftlet({ baseUrl, key, onAnswer }).shorten({ url: 'https://example.com/once' });
  console.log(JSON.stringify(seen));`;
export const MADE_ONCE = [{ status: 201, tries: 2, isReplayed: true }];

/** Causes a refusal and a connection error. Arguments: the origin of the service, an origin without a server. */
export const MEET_ERRORS = `
  import { inspect } from 'node:util';
  import { Swiftlet, SwiftletConnectionError, SwiftletError } from 'swiftlet-client';
  const [baseUrl, deadUrl] = process.argv.slice(2);
  const key = 'sl_secretsecret';
  const errorOf = (baseUrl) => new Swiftlet({ baseUrl, key, retries: 0 }).remove('promo').catch((error) => error);
  const [nobody, refusal] = [await errorOf(deadUrl), await errorOf(baseUrl)];
  console.log(JSON.stringify({
    nobody: nobody instanceof SwiftletConnectionError && nobody.message,
    refusal: refusal instanceof SwiftletError && refusal.errorType,
    leaks: inspect([nobody, refusal], { depth: null, showHidden: true }).includes('secretsecret'),
  }));`;
/** The output of MEET_ERRORS. `nobody` is the call, followed by the runtime's own message for a refused connection. */
export const ERRORS_MET = {
  nobody: expect.stringMatching(/^DELETE \/v2\/links\/promo: ./),
  refusal: 'API_KEY_INVALID',
  leaks: false,
};
