import { expect, it } from 'vitest';
import { digestAddress, toNetwork, toWideNetwork } from './client-address';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.000.113.007', '203.0.113.7'],
  ['203.0.113.256', ''],
  ['2001:db8:1:2:3:ffff:203.0.113.7', '2001:db8:1:2::/64'],
  ['::1:ffff:203.0.113.7', '0:0:0:0::/64'],
  ['', ''],
  ['not:an:address', ''],
  ['example.com', ''],
])('networkOf returns for %j the network %j', (address, network) => expect(toNetwork(address)).toBe(network));

it.each([
  ['6to4', '2002:cb00:7107::1'],
  ['6to4, another /64 of its /48', '2002:CB00:7107:ffff:1:2:3:4'],
  ['Teredo by one server', '2001:0:4136:e378:8000:63bf:34ff:8ef8'],
  ['Teredo by another server and port', '2001::1:2:0:1:34ff:8ef8'],
  ['NAT64', '64:ff9b::203.0.113.7'],
  ['a mapped address', '0:0:0:0:0:ffff:203.0.113.7'],
])('networkOf returns the IPv4 address that an IPv6 address embeds: %s', (_, address) =>
  expect(toNetwork(address)).toBe('203.0.113.7'),
);

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.99', '203.0.113.0/24'],
  ['2002:cb00:71ff::1', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', ''],
  ['example.com', ''],
])('wideNetworkOf returns for %j the wide network %j', (address, network) =>
  expect(toWideNetwork(address)).toBe(network),
);

it('the digests of one address differ by purpose, by pepper and by width of the network', async () => {
  const digests = await Promise.all([
    digestAddress('203.0.113.7', 'a', 'x'),
    digestAddress('203.0.113.7', 'b', 'x'),
    digestAddress('203.0.113.7', 'a', 'y'),
    digestAddress('203.0.113.7', 'a', 'x', toWideNetwork),
  ]);
  expect(new Set(digests).size).toBe(4);
});
