/** The Content-Type, the size and the JSON of a request body, sent to POST /v2/shorten. */
import { beforeAll, describe, expect, it } from 'vitest';
import { LinkRecord } from '#api/links/link-record';
import { createWorld } from '#testkit/world';
import { Envelope } from './fields';

const world = createWorld();
let key: string;
beforeAll(async () => {
  ({ key } = await world.newKey('PRO'));
});

const GOOD = '{"url":"https://example.com/a"}';
const MIB = 1024 * 1024;

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  world.call('POST', '/v2/shorten', {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body,
  });

const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns a body that arrives in chunks, without a Content-Length. */
const chunked = (...pieces: Uint8Array[]) =>
  new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });

async function expectRefusal(response: Response, status: number, errorType: string) {
  expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: status, errorType });
  expect(response.status).toBe(status);
}

async function expectLink(response: Response, url = 'https://example.com/a') {
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  expect(LinkRecord.parse(body).url).toBe(url);
}

describe('a request body by Content-Type', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-8',
    'application/json ; x=y',
    'application/json;',
    'application/json; charset=UTF8',
    'application/json; charset="utf-8"',
    'application/json; charset=',
    'application/json; x="iso-8859-1"; charset=utf-8',
  ])('is accepted as “%s”', async (type) => expectLink(await post(GOOD, { 'Content-Type': type })));

  it.each([
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json, text/plain',
    'application /json',
  ])('is refused with 400 as “%s”', async (type) =>
    expectRefusal(await post(GOOD, { 'Content-Type': type }), 400, 'INVALID_CONTENT_TYPE'),
  );

  it.each([
    ['application/json; charset=iso-8859-1', 'iso-8859-1'],
    ['application/json;Charset="UTF-16LE"', 'UTF-16LE'],
    ['application/json; x=y; charset=utf-7', 'utf-7'],
    ['application/json; charset=utf-8; charset=latin1', 'latin1'],
    [`application/json; charset=${'x'.repeat(4_000)}`, 'x'.repeat(50)],
  ])('is refused with 400 in another charset, which the message names: “%s”', async (type, charset) => {
    const response = await post(GOOD, { 'Content-Type': type });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errorType: 'INVALID_CONTENT_TYPE',
      message: `The charset ${charset} is not supported: the body must be in UTF-8`,
    });
  });

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity', 'nonsense'])(
    'is refused with 400 in the Content-Encoding %s, which the message names',
    async (encoding) => {
      for (const body of [GOOD, bytes(GOOD), chunked(bytes(GOOD))]) {
        const response = await post(body, { 'Content-Encoding': encoding });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          errorType: 'INVALID_CONTENT_TYPE',
          message: `The Content-Encoding ${encoding} is not supported: the body must be sent without one`,
        });
      }
    },
  );

  it('is accepted in the Content-Encoding identity, which is none', async () =>
    expectLink(await post(GOOD, { 'Content-Encoding': 'identity' })));

  it('is refused with 400 without a Content-Type', async () => {
    const response = await world.call('POST', '/v2/shorten', {
      headers: { Authorization: `Bearer ${key}` },
      body: bytes(GOOD),
    });
    await expectRefusal(response, 400, 'INVALID_CONTENT_TYPE');
  });
});

describe('a request body by size', () => {
  const sized = (size: number) => bytes(`{"url":"https://example.com/a","pad":"${'x'.repeat(size - 40)}"}`);

  it('is accepted up to exactly 1 MiB, with or without a Content-Length', async () => {
    expect(sized(MIB)).toHaveLength(MIB);
    await expectLink(await post(sized(MIB)));
    await expectLink(await post(chunked(sized(MIB).subarray(0, 1000), sized(MIB).subarray(1000))));
  });

  it('is refused with 413 at one byte more, and the next request succeeds', async () => {
    await expectRefusal(await post(sized(MIB + 1)), 413, 'BODY_TOO_LARGE');
    await expectLink(await post(GOOD));
  });

  it('is refused unread if its Content-Length is more than 1 MiB', async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('read')) }, { highWaterMark: 0 });
    await expectRefusal(await post(body, { 'Content-Length': String(MIB + 1) }), 413, 'BODY_TOO_LARGE');
  });

  it('is refused at one byte more in chunks without a Content-Length', async () => {
    const body = sized(MIB + 1);
    await expectRefusal(await post(chunked(body.subarray(0, MIB), body.subarray(MIB))), 413, 'BODY_TOO_LARGE');
  });

  it.each(['1', '0', '-1', 'x', '1e3'])(
    'is refused at one byte more, even if its Content-Length is %s',
    async (length) => {
      const body = sized(MIB + 1);
      const response = await post(chunked(body.subarray(0, 5), body.subarray(5)), { 'Content-Length': length });
      await expectRefusal(response, 413, 'BODY_TOO_LARGE');
    },
  );

  it('is not read far beyond 1 MiB if it is endless', async () => {
    let pieces = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pieces += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    await expectRefusal(await post(endless), 413, 'BODY_TOO_LARGE');
    expect(pieces).toBeLessThan(20);
  });
});

describe('a request body by syntax', () => {
  const deep = 30_000;

  it.each<[what: string, body: BodyInit | null]>([
    ['no body', null],
    ['an empty text', ''],
    ['spaces', '  \n '],
    ['an array', `[${GOOD}]`],
    ['a string', '"https://example.com/a"'],
    ['a number', '5'],
    ['true', 'true'],
    ['null', 'null'],
    ['30,000 unclosed arrays', '['.repeat(deep)],
    ['30,000 nested arrays', '['.repeat(deep) + ']'.repeat(deep)],
    ['a million unclosed arrays', '['.repeat(1_000_000)],
    ['text after the object', `${GOOD}x`],
    ['two objects', GOOD + GOOD],
    ['a trailing comma', '{"url":"https://example.com/a",}'],
    ['single quotes', "{'url':'https://example.com/a'}"],
    ['a comment', `/* */${GOOD}`],
    ['NaN', '{"url":"https://example.com/a","expiresIn":NaN}'],
    ['a form', 'url=https%3A%2F%2Fexample.com%2Fa'],
    ['invalid UTF-8', new Uint8Array([...bytes('{"url":"https://example.com/'), 0xff, 0xfe, ...bytes('"}')])],
    ['an incomplete UTF-8 sequence', new Uint8Array([...bytes('{"url":"https://example.com/'), 0xc3])],
    ['UTF-16', new Uint8Array(new Uint16Array([...`\ufeff${GOOD}`].map((c) => c.charCodeAt(0))).buffer)],
  ])('is refused with 400 if it is or contains: %s', async (_, body) =>
    expectRefusal(await post(body), 400, 'INVALID_BODY'),
  );

  it('may have a byte order mark before the object (RFC 8259, section 8.1)', async () =>
    expectLink(await post(`\ufeff${GOOD}`)));

  it('may contain a character that is split between two chunks', async () => {
    const body = bytes('{"url":"https://example.com/ü"}');
    const cut = body.indexOf(0xc3) + 1;
    await expectLink(await post(chunked(body.subarray(0, cut), body.subarray(cut))), 'https://example.com/ü');
  });

  it('counts with the last of several properties of the same name', async () =>
    expectLink(await post('{"url":"https://example.com/first","url":"https://example.com/a"}')));

  it.each([
    ['with 30,000 nested arrays', `{"x":${'['.repeat(deep)}${']'.repeat(deep)},"url":"https://example.com/a"}`],
    ['called __proto__', '{"__proto__":{"alias":"polluted","maxClicks":1},"url":"https://example.com/a"}'],
    ['called constructor', '{"constructor":{"prototype":{"alias":"x"}},"url":"https://example.com/a"}'],
    ['with the name of a column', '{"id":"x","plan":"PRO","accountId":"legacy","url":"https://example.com/a"}'],
  ])('is stripped of an unknown property %s', async (_, body) => {
    await expectLink(await post(body));
    expect(({} as Record<string, unknown>).alias).toBeUndefined();
  });

  it.each(['shortCode', 'shortUrl', 'createdAt', 'expiresAt', 'clickCount'])(
    'is refused with 400 if it has %s',
    async (name) => {
      const response = await post(JSON.stringify({ url: 'https://example.com/a', [name]: 'x' }));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        message: `${name} is not allowed`,
        errorType: 'FIELD_NOT_ALLOWED',
      });
    },
  );

  it('may have null for an absent option', async () =>
    expectLink(
      await post('{"url":"https://example.com/a","alias":null,"expiresIn":null,"maxClicks":null,"password":null}'),
    ));
});
