import { describe, expect, it } from 'vitest';
import { type Denylist, decodeDenylist, deniesHost, encodeDenylist, hostOfHref } from './denylist';
import golden from './denylist.golden.json';

const denying = (...hosts: string[]): Denylist => ({ accounts: new Set(), hosts: new Set(hosts) });

describe('the host of an address', () => {
  it.each([
    ['https://evil.example/', 'evil.example'],
    ['https://evil.example:8443/x', 'evil.example'],
    ['https://evil.example?q=/x', 'evil.example'],
    ['https://evil.example#//x', 'evil.example'],
    ['http://[2001:db8::1]:81/', '[2001:db8::1]'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['https://evil.example.:443/', 'evil.example.'],
  ])('%s is %s', (href, host) => {
    expect(hostOfHref(href)).toBe(host);
  });
});

describe('a denied host', () => {
  it.each([
    ['evil.example', true],
    ['evil.example.', true],
    ['a.b.evil.example', true],
    ['a.evil.example.', true],
    ['notevil.example', false],
    ['evil.example.org', false],
    ['example', false],
    ['', false],
  ])('denies %j: %s', (host, isDenied) => {
    expect(deniesHost(denying('evil.example'), host)).toBe(isDenied);
  });

  it('that is an IPv6 address denies that address alone', () => {
    const denylist = denying('[2001:db8::1]');
    expect(['[2001:db8::1]', '[2001:db8::2]'].map((host) => deniesHost(denylist, host))).toEqual([true, false]);
  });
});

it('is read of no text but that of a format of ours', () => {
  for (const text of ['', 'null', '[]', '{}', '{"f":2,"a":[],"h":[]}', '{"f":1,"a":[]}', '{"f":1,"a":{},"h":[]}'])
    expect(decodeDenylist(text), text).toBeNull();
});

it.each(golden)('$text is read as it was written, and written as it is read', ({ text, accounts, hosts }) => {
  expect(decodeDenylist(text)).toEqual({ accounts: new Set(accounts), hosts: new Set(hosts) });
  expect(encodeDenylist({ accounts: new Set(accounts), hosts: new Set(hosts) })).toBe(text);
});
