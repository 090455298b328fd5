import { describe, expect, it } from 'vitest';
import {
  DENYLIST_KEY,
  type Denylist,
  decodeDenylist,
  deniesHost,
  EMPTY_DENYLIST,
  encodeDenylist,
  parseHost,
} from './denylist';
import golden from './denylist.golden.json';

const denylistWith = (...hosts: string[]): Denylist => ({ accounts: new Set(), hosts: new Set(hosts) });

describe('hostOfHref', () => {
  it.each([
    ['https://evil.example/', 'evil.example'],
    ['https://evil.example:8443/x', 'evil.example'],
    ['https://evil.example?q=/x', 'evil.example'],
    ['https://evil.example#//x', 'evil.example'],
    ['http://[2001:db8::1]:81/', '[2001:db8::1]'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['https://evil.example.:443/', 'evil.example.'],
  ])('returns for %s the host %s', (href, host) => {
    expect(parseHost(href)).toBe(host);
  });
});

describe('a denylist with a blocked host', () => {
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
    expect(deniesHost(denylistWith('evil.example'), host)).toBe(isDenied);
  });

  it('denies no other address if the blocked host is an IPv6 address', () => {
    const denylist = denylistWith('[2001:db8::1]');
    expect(['[2001:db8::1]', '[2001:db8::2]'].map((host) => deniesHost(denylist, host))).toEqual([true, false]);
  });
});

it('decodeDenylist returns null for a text of an unknown format', () => {
  for (const text of ['', 'null', '[]', '{}', '{"f":2,"a":[],"h":[]}', '{"f":1,"a":[]}', '{"f":1,"a":{},"h":[]}'])
    expect(decodeDenylist(text), text).toBeNull();
});

it.each(golden)(
  'the sample $text is decoded to its accounts and hosts, and encoded to the same text',
  ({ text, accounts, hosts }) => {
    expect(decodeDenylist(text)).toEqual({ accounts: new Set(accounts), hosts: new Set(hosts) });
    expect(encodeDenylist({ accounts: new Set(accounts), hosts: new Set(hosts) })).toBe(text);
  },
);

it('the empty denylist denies no host, not even an empty one', () => {
  expect(EMPTY_DENYLIST).toEqual({ accounts: new Set(), hosts: new Set() });
  expect(deniesHost(EMPTY_DENYLIST, '')).toBe(false);
});

it('the denylist has the KV key “denylist”', () => expect(DENYLIST_KEY).toBe('denylist'));

it('hostOfHref returns the host of an address without a path', () => {
  expect(parseHost('https://evil.example')).toBe('evil.example');
});

describe('a denylist with a blocked IPv4 address', () => {
  it.each([
    ['[::ffff:c000:201]', true],
    ['[64:ff9b::c000:201]', true],
    ['[2002:c000:201::]', true],
    ['[2002:c000:201::1]', true],
    ['[2002:c000:201:1:2:3:4:5]', true],
    ['[::ffff:c000:202]', false],
    ['[::ffff:0:c000:201]', false],
    ['[64:ff9b::c000:201:1]', false],
    ['[64:ff9b::1:c000:201]', false],
    ['[2002:c000:202::]', false],
    ['[2001:c000:201::]', false],
    ['x[2002:c000:201::]', false],
    ['192.0.2.1', true],
    ['192.0.2.10', false],
  ])('denies %s: %s', (host, isDenied) => {
    expect(deniesHost(denylistWith('192.0.2.1'), host)).toBe(isDenied);
  });

  it('denies an embedded IPv4 address only if the denylist has that address', () => {
    expect(deniesHost(denylistWith('evil.example'), '[::ffff:c000:201]')).toBe(false);
  });

  it('compares both IPv6 groups that embed the IPv4 address', () => {
    expect(deniesHost(denylistWith('0.1.0.2'), '[::ffff:1:2]')).toBe(true);
    expect(deniesHost(denylistWith('0.1.0.3'), '[::ffff:1:2]')).toBe(false);
  });
});
