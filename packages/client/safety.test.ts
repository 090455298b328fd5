/** The client protects the key. It sends the key to one host only, and no error contains it. */
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { type Fetch, Swiftlet, type SwiftletOptions } from './swiftlet';

const KEY = 'sl_ThisIsTheTextOfAKeyThatMustNotBeShownToAnybody';
const baseUrl = 'https://api.example.com';

const makeClient = (options: Partial<SwiftletOptions>) => new Swiftlet({ baseUrl, key: KEY, retries: 0, ...options });

describe('the address of the API', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com/',
    'http://localhost:8787',
    'http://127.0.0.1:8787',
    'http://127.8.9.10',
    'http://[::1]:8787',
  ])('may be %s', async (address) => {
    const fetch = vi.fn<Fetch>(async () => Response.json({}));
    await makeClient({ baseUrl: address, fetch }).usage();
    expect(fetch.mock.calls[0]?.[0]).toBe(`${new URL(address).origin}/v2/usage`);
  });

  it('may have a path', async () => {
    const fetch = vi.fn<Fetch>(async () => Response.json({}));
    await makeClient({ baseUrl: new URL('https://example.com/links//'), fetch }).usage();
    expect(fetch.mock.calls[0]?.[0]).toBe('https://example.com/links/v2/usage');
  });

  it.each([
    'http://api.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
  ])('may not be %s, because the client would send the key unencrypted', async (address) => {
    expect(() => makeClient({ baseUrl: address })).toThrow(/in the clear/);
    expect(() => makeClient({ baseUrl: address, allowPlainHttp: true })).not.toThrow();
  });

  it.each([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'https://user:word@api.example.com',
    'https://api.example.com/?a=b',
    'https://api.example.com/#a',
  ])('may not be “%s”', (address) => {
    expect(() => makeClient({ baseUrl: address })).toThrow(TypeError);
  });
});

describe('the key', () => {
  it.each(['', ' ', `${KEY}\n`, `${KEY} `, 'schlüssel', undefined as unknown as string])(
    'is refused by the constructor if it cannot be a header value, and the error does not contain it: %j',
    (key) => {
      const error = (() => {
        try {
          return makeClient({ key });
        } catch (reason) {
          return reason as Error;
        }
      })();
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain('ThisIsTheText');
    },
  );

  it('is in no error, although the errors of the platform contain it', async () => {
    const fetch: Fetch = async (_, { headers }) => {
      const cause = Object.assign(new Error(`socket closed: ${JSON.stringify(headers)}`), {
        headers,
        code: 'ECONNRESET',
      });
      throw new TypeError('fetch failed', { cause });
    };
    const error = await makeClient({ fetch })
      .usage()
      .catch((reason) => reason);
    expect(error.message).toContain('fetch failed: socket closed');
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(KEY);
  });

  it('is not in the printed client', () => {
    expect(inspect(makeClient({}), { depth: null })).not.toContain(KEY);
    expect(JSON.stringify(makeClient({}))).not.toContain(KEY);
  });

  it('is not sent to the target of a redirect', async () => {
    const fetch = vi.fn<Fetch>(
      async () => new Response(null, { status: 302, headers: { Location: 'https://evil.example/' } }),
    );
    await expect(makeClient({ fetch }).usage()).rejects.toMatchObject({ status: 302, errorType: null });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
  });
});

it.each(['', '.', '..'])('the code “%s” is refused before anything is sent', async (code) => {
  const fetch = vi.fn<Fetch>();
  const client = makeClient({ fetch });
  for (const call of [
    client.link(code),
    client.remove(code),
    client.edit(code, {}),
    client.qr(code),
    client.statistics(code),
  ]) {
    await expect(call).rejects.toThrow(TypeError);
  }
  expect(fetch).not.toHaveBeenCalled();
});

it.each(['a/b', '../stats', 'a?b=c', 'a#b', '%2e%2e', 'ä'])(
  'the code “%s” is one segment of the path',
  async (code) => {
    const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 204 }));
    await makeClient({ fetch }).remove(code);
    const { pathname, search } = new URL(fetch.mock.calls[0]?.[0] ?? '');
    expect(decodeURIComponent(pathname.replace(/^\/v2\/links\//, ''))).toBe(code);
    expect(pathname.split('/')).toHaveLength(4);
    expect(search).toBe('');
  },
);

it.each(['', 'ü', 'a\nb', 'x'.repeat(256)])(
  'an Idempotency-Key of another form is refused before anything is sent: %j',
  async (key) => {
    const fetch = vi.fn<Fetch>();
    await expect(
      makeClient({ fetch }).shorten({ url: 'https://example.com' }, { idempotencyKey: key }),
    ).rejects.toThrow(TypeError);
    expect(fetch).not.toHaveBeenCalled();
  },
);

it('a call rejects with an error without errorType if a response with 200 is not JSON', async () => {
  const fetch: Fetch = async () => new Response('<h1>Welcome to this hotel</h1>');
  await expect(makeClient({ fetch }).usage()).rejects.toMatchObject({ status: 200, errorType: null, tries: 1 });
});
