/** The line about an untrusted proxy: which network it names, and how often it appears. */
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { readNetworks } from '../environment';
import { findPrivateNetwork, hourly } from './claims';

describe('the network that TRUST_PROXY should name', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['10.1.2.3', '10.0.0.0/8'],
    ['172.31.255.1', '172.16.0.0/12'],
    ['192.168.0.7', '192.168.0.0/16'],
    ['100.64.1.1', '100.64.0.0/10'],
    ['fd12::1', 'fc00::/7'],
    ['fe80::1', 'fe80::/10'],
  ])('of %s is %s, which the setting takes and which has the address', (text, network) => {
    const address = ipaddr.process(text);
    expect(findPrivateNetwork(address)).toBe(network);
    const taken = readNetworks(network).map((one) => ipaddr.parseCIDR(one));
    expect(taken.some(([one, bits]) => one.kind() === address.kind() && address.match(one, bits))).toBe(true);
  });

  it.each(['203.0.113.7', '172.32.0.1', '2001:db8::1', '8.8.8.8'])('of the public address %s is none', (text) => {
    expect(findPrivateNetwork(ipaddr.process(text))).toBeUndefined();
  });
});

it('an hourly line appears at once, then after an hour, and after the clock has gone back by more', () => {
  const isDue = hourly();
  const hour = 3_600_000;
  const at = [5 * hour, 5 * hour + 1, 6 * hour - 1, 6 * hour, 6 * hour + 1, 1 * hour, 1 * hour + 1];
  expect(at.map((now) => isDue(now))).toEqual([true, false, false, true, false, true, false]);
});
