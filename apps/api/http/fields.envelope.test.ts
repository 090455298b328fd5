/**
 * The error envelope, word for word (specification 3.1). These tests use neither the error table nor a schema, so they
 * find a mistake that both contain.
 */
import { describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const NOW = Date.UTC(2031, 5, 15, 12, 34, 56, 7);
const TIMESTAMP = '2031-06-15T12:34:56.007Z';
const QUERY = '?x=1&y=%2F#z';

type Summary = { status: number; envelope: unknown; retryAfter: string | null; allow: string | null };

async function readSummary(response: Response): Promise<Summary> {
  const { status, headers } = response;
  expect(headers.get('Content-Type')).toMatch(/^application\/json\b/);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  return {
    status,
    envelope: await response.json(),
    retryAfter: headers.get('Retry-After'),
    allow: headers.get('Allow'),
  };
}

const expectedSummary = (
  status: number,
  envelope: object,
  retryAfter: string | null = null,
  allow: string | null = null,
): Summary => ({
  status,
  envelope: { statusCode: status, timestamp: TIMESTAMP, ...envelope },
  retryAfter,
  allow,
});

describe('the envelope of the API', () => {
  it.each<[string, string, string, RequestInit, Summary]>([
    [
      'a missing key',
      'POST',
      '/v2/shorten',
      {},
      expectedSummary(401, {
        path: '/v2/shorten',
        method: 'POST',
        message: 'API key required. Pass your key as: Authorization: Bearer <key>',
        error: 'Unauthorized',
        errorType: 'API_KEY_REQUIRED',
      }),
    ],
    [
      'a wrong key',
      'DELETE',
      '/v2/links/Some-Code',
      { headers: { Authorization: 'Bearer sl_nonsense' } },
      expectedSummary(401, {
        path: '/v2/links/Some-Code',
        method: 'DELETE',
        message: 'Invalid or inactive API key.',
        error: 'Unauthorized',
        errorType: 'API_KEY_INVALID',
      }),
    ],
    [
      'a wrong operator’s token',
      'GET',
      '/admin/settings',
      {},
      expectedSummary(401, {
        path: '/admin/settings',
        method: 'GET',
        message: expect.any(String),
        error: 'Unauthorized',
        errorType: 'ADMIN_TOKEN_INVALID',
      }),
    ],
    [
      'an unknown path',
      'PATCH',
      '/v2/No%20where',
      {},
      expectedSummary(404, {
        path: '/v2/No%20where',
        method: 'PATCH',
        message: expect.any(String),
        error: 'Not Found',
        errorType: expect.any(String),
      }),
    ],
    [
      'an unknown method',
      'PUT',
      '/v2/shorten',
      {},
      expectedSummary(
        405,
        {
          path: '/v2/shorten',
          method: 'PUT',
          message: expect.any(String),
          error: 'Method Not Allowed',
          errorType: 'METHOD_NOT_ALLOWED',
        },
        null,
        'POST, OPTIONS',
      ),
    ],
  ])('for %s has every field, and its path omits the query', async (_, method, path, init, expected) => {
    turnTo(NOW);
    expect(await readSummary(await world.call(method, path + QUERY, init))).toEqual(expected);
  });

  it('for an invalid body names the field and the rule', async () => {
    turnTo(NOW);
    const { key } = await world.newKey('PRO');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: 'https://example.com/', maxClicks: 0 });
    expect(await readSummary(await world.call('POST', `/v2/shorten${QUERY}`, { headers, body }))).toEqual(
      expectedSummary(400, {
        path: '/v2/shorten',
        method: 'POST',
        message: 'maxClicks must be a whole number of at least 1',
        error: 'Bad Request',
        errorType: expect.any(String),
      }),
    );
  });

  it('for maintenance has the header Retry-After', async () => {
    turnTo(NOW);
    const response = await createWorld({ MAINTENANCE: 'on' }).call('GET', `/v2/links${QUERY}`);
    expect(await readSummary(response)).toEqual(
      expectedSummary(
        503,
        {
          path: '/v2/links',
          method: 'GET',
          message: 'Service is temporarily unavailable for maintenance',
          error: 'Service Unavailable',
          errorType: 'MAINTENANCE',
          retryAfter: 60,
        },
        '60',
      ),
    );
  });

  it('for a full window has the seconds until the end of the window, rounded up', async () => {
    turnTo(NOW);
    const { key, id } = await world.newKey('PRO');
    await setCount(id, fullWindow());
    turnTo(NOW + 58_500);
    const response = await world.v2(key, 'GET', `/usage${QUERY}`);
    expect(Number(response.headers.get('X-RateLimit-Reset'))).toBe(Math.ceil((NOW + 60_000) / 1000));
    expect(await readSummary(response)).toMatchObject({
      status: 429,
      envelope: {
        statusCode: 429,
        path: '/v2/usage',
        message: 'Rate limit exceeded. Try again in the next minute.',
        error: 'Too Many Requests',
        retryAfter: 2,
      },
      retryAfter: '2',
    });
  });

  it('for a month that is used up has the beginning of the next month', async () => {
    turnTo(NOW);
    const { key, id } = await world.newKey('PRO');
    await setCount(id, FULL_MONTH);
    const seconds = Math.ceil((Date.UTC(2031, 6, 1) - NOW) / 1000);
    expect(await readSummary(await world.v2(key, 'GET', `/links${QUERY}`))).toEqual(
      expectedSummary(
        429,
        {
          path: '/v2/links',
          method: 'GET',
          message: 'Monthly API call limit reached.',
          error: 'Too Many Requests',
          errorType: expect.any(String),
          retryAfter: seconds,
          resetDate: '2031-07-01T00:00:00.000Z',
        },
        String(seconds),
      ),
    );
  });
});

describe('the envelope of a visit', () => {
  it('to an unknown code has every field, its message omits the code, and its path omits the query', async () => {
    turnTo(NOW);
    const code = freshAlias('none');
    const summary = await readSummary(await world.visit(`${code}${QUERY}`));
    expect(summary).toEqual(
      expectedSummary(404, {
        path: `/${code}`,
        method: 'GET',
        message: expect.any(String),
        error: 'Not Found',
        errorType: expect.any(String),
      }),
    );
    expect((summary.envelope as { message: string }).message).not.toContain(code);
  });

  it('to a deleted link has every field', async () => {
    turnTo(NOW);
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('gone');
    await world.shorten(key, { url: 'https://example.com/', alias });
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect(await readSummary(await world.visit(`${alias}${QUERY}`))).toEqual(
      expectedSummary(410, {
        path: `/${alias}`,
        method: 'GET',
        message: 'This link has expired',
        error: 'Gone',
        errorType: 'EXPIRED',
      }),
    );
  });
});
