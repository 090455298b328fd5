import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors';
import { causeOf, envelopeOf, Refusal, refusalHeaders } from './refusal';

const ASKED = { path: '/v2/shorten', method: 'POST', now: Date.UTC(2026, 10, 22) };

it('is an error with the name Refusal', () => {
  const refusal = new Refusal('URL_INVALID');
  expect([refusal.name, refusal.message, refusal.code]).toEqual(['Refusal', 'URL_INVALID', 'URL_INVALID']);
});

describe('the envelope', () => {
  it('holds the row, the request and the extras of the refusal', () => {
    const refusal = new Refusal('MONTH_EXCEEDED', { retryAfter: 5, resetDate: '2026-12-01', requestId: 'id' });
    expect(envelopeOf(ERRORS.MONTH_EXCEEDED, refusal, ASKED)).toEqual({
      statusCode: 429,
      timestamp: '2026-11-22T00:00:00.000Z',
      path: '/v2/shorten',
      method: 'POST',
      message: 'Monthly API call limit reached.',
      error: 'Too Many Requests',
      errorType: 'QUOTA_EXCEEDED',
      retryAfter: 5,
      resetDate: '2026-12-01',
      requestId: 'id',
    });
  });

  it('leaves the place of a missing detail empty', () => {
    const refusal = new Refusal('FIELD_NOT_ALLOWED');
    expect(causeOf(ERRORS.FIELD_NOT_ALLOWED, refusal).message).toBe(' is not allowed');
  });
});

describe('the headers', () => {
  it('keep every refusal out of caches', () => {
    expect(refusalHeaders(new Refusal('URL_INVALID'))).toEqual({ 'Cache-Control': 'no-store' });
  });

  it('hold Retry-After and Allow', () => {
    const refusal = new Refusal('METHOD_NOT_ALLOWED', { retryAfter: 0, allow: ['GET', 'HEAD'] });
    expect(refusalHeaders(refusal)).toEqual({
      'Cache-Control': 'no-store',
      'Retry-After': '0',
      Allow: 'GET, HEAD',
    });
  });
});
