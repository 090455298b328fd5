import { expect, it } from 'vitest';
import { Refusal, type RefusalExtras } from '#domain/refusal';
import type { VisitErrorCode } from '#domain/visit-errors';
import { Visit } from './request';
import { makeRefusalResponse } from './response';

const NOW = Date.UTC(2026, 10, 20);

function answered(code: VisitErrorCode, accept: string, extras: RefusalExtras = {}): Response {
  const request = new Request('https://s.example.com/abc?q=1', { headers: { Accept: accept } });
  return makeRefusalResponse(new Refusal(code, extras), new Visit(request, NOW));
}

it.each([
  ['LINK_NOT_FOUND', {}, 404, 'This link does not exist'],
  ['UNKNOWN_ROUTE', {}, 404, 'This link does not exist'],
  ['LINK_GONE', {}, 410, 'This link has expired'],
  ['LINK_GONE', { goneReason: 'CLICKS' }, 410, 'This link has reached its limit'],
  ['LINK_GONE', { goneReason: 'DELETED' }, 410, 'This link was removed'],
  ['LINK_BLOCKED', {}, 410, 'This link is blocked'],
  ['METHOD_NOT_ALLOWED', {}, 405, 'No password needed'],
  ['WINDOW_EXCEEDED', {}, 429, 'Please wait a minute'],
  ['OVERLOADED', {}, 503, 'This link won’t open right now'],
] as const)('a browser gets the page of %s %o', async (code, extras, status, title) => {
  const response = answered(code, 'text/html', extras);
  expect(response.status).toBe(status);
  expect(await response.text()).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
});

it('other clients get the error envelope, with Vary: Accept', async () => {
  const response = answered('LINK_GONE', '*/*', { goneReason: 'CLICKS' });
  expect(response.headers.get('Vary')).toBe('Accept');
  expect(await response.json()).toEqual({
    statusCode: 410,
    timestamp: '2026-11-20T00:00:00.000Z',
    path: '/abc',
    method: 'GET',
    message: 'This link has expired',
    error: 'Gone',
    errorType: 'EXPIRED',
  });
});

it('a page has Retry-After too', () => {
  const response = answered('OVERLOADED', 'text/html', { retryAfter: 5 });
  expect([response.headers.get('Retry-After'), response.headers.get('Cache-Control')]).toEqual(['5', 'no-store']);
});
