import { expect, it } from 'vitest';
import { wantsHtml, wantsJson } from './accept';

const requestWith = (accept: string | null) =>
  new Request('https://s.example.com/abc', { headers: accept === null ? {} : { Accept: accept } });

it.each([
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'TEXT/HTML ; level=1; q=0.1',
  'application/json, text/html;q=0.5',
  'text/html;q=0, text/html',
])('a request with this Accept wants a page: %s', (accept) => {
  expect([wantsHtml(requestWith(accept)), wantsJson(requestWith(accept))]).toEqual([true, false]);
});

it.each([
  'application/json',
  'application/json, text/plain, */*',
  'text/html;q=0, application/json',
  'application/json;charset=utf-8',
])('a request with this Accept wants JSON: %s', (accept) => {
  expect([wantsHtml(requestWith(accept)), wantsJson(requestWith(accept))]).toEqual([false, true]);
});

it.each([
  null,
  '',
  '*/*',
  'text/*',
  'image/png',
  'text/html-sandboxed',
  'x-text/html',
  'text/html; q=0.000',
  'application/json;q=0.0',
  ';;;,,,',
])('a request with this Accept wants neither a page nor JSON: %s', (accept) => {
  expect([wantsHtml(requestWith(accept)), wantsJson(requestWith(accept))]).toEqual([false, false]);
});

it('an Accept header of a megabyte is parsed within the time limit of a test', () => {
  const hostile = requestWith('text/html;q=0,;'.repeat(70_000));
  expect(wantsHtml(hostile)).toBe(false);
});
