import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors';
import { describeCause, makeEnvelope, makeRefusalHeaders, Refusal } from './refusal';

const REQUEST = { path: '/v2/shorten', method: 'POST', now: Date.UTC(2026, 10, 22) };

it('a refusal is an error with the name Refusal, and its message is its error code', () => {
  const refusal = new Refusal('URL_INVALID');
  expect([refusal.name, refusal.message, refusal.code]).toEqual(['Refusal', 'URL_INVALID', 'URL_INVALID']);
});

describe('the envelope', () => {
  it('has fields of the error table, of the request and of the refusal', () => {
    const refusal = new Refusal('MONTH_EXCEEDED', { retryAfter: 5, resetDate: '2026-12-01', requestId: 'id' });
    expect(makeEnvelope(ERRORS.MONTH_EXCEEDED, refusal, REQUEST)).toEqual({
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

  it('has a message without the detail if the refusal has no detail', () => {
    const refusal = new Refusal('FIELD_NOT_ALLOWED');
    expect(describeCause(ERRORS.FIELD_NOT_ALLOWED, refusal).message).toBe(' is not allowed');
  });
});

describe('the headers of a refusal', () => {
  it('forbid caches to store it', () => {
    expect(makeRefusalHeaders(new Refusal('URL_INVALID'))).toEqual({ 'Cache-Control': 'no-store' });
  });

  it('include Retry-After and Allow', () => {
    const refusal = new Refusal('METHOD_NOT_ALLOWED', { retryAfter: 0, allow: ['GET', 'HEAD'] });
    expect(makeRefusalHeaders(refusal)).toEqual({
      'Cache-Control': 'no-store',
      'Retry-After': '0',
      Allow: 'GET, HEAD',
    });
  });
});
