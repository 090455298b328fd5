/** Programs that use the installed client, each with what it prints, for whichever runtime runs them. */
import { expect } from 'vitest';

/** Arguments: the service, a key. */
export const MAKE_A_LINK = `
  import { Swiftlet } from 'swiftlet-client';
  const [baseUrl, key] = process.argv.slice(2);
  const swiftlet = new Swiftlet({ baseUrl, key });
  const link = await swiftlet.shorten({ url: 'https://example.com/tarball' });
  console.log(JSON.stringify({ link, limits: swiftlet.limits }));`;
/** With a key of HOBBY. */
export const LINK_MADE = {
  link: { url: 'https://example.com/tarball', shortUrl: expect.stringMatching(/^http:\/\/s\.example\.com\//) },
  limits: { keyName: 'HOBBY key', window: { limit: 300, remaining: 299 }, month: { limit: 25_000 } },
};

/** Arguments: a line that loses the first answer of the service, a key. */
export const MAKE_A_LINK_ONCE = `
  import { Swiftlet } from 'swiftlet-client';
  const [baseUrl, key] = process.argv.slice(2);
  const seen = [];
  const onAnswer = ({ status, tries, isReplayed }) => seen.push({ status, tries, isReplayed });
  await new Swiftlet({ baseUrl, key, onAnswer }).shorten({ url: 'https://example.com/once' });
  console.log(JSON.stringify(seen));`;
export const MADE_ONCE = [{ status: 201, tries: 2, isReplayed: true }];

/** Arguments: the service, an origin where nobody listens. */
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
/** `nobody` is the runtime's own word for a refused connection, after the call it was. */
export const ERRORS_MET = {
  nobody: expect.stringMatching(/^DELETE \/v2\/links\/promo: ./),
  refusal: 'API_KEY_INVALID',
  leaks: false,
};
