import { expect, it } from 'vitest';
import { addressDigest, networkOf } from './client-address';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['not:an:address', ''],
  ['example.com', ''],
])('takes %j for the network %j', (address, network) => expect(networkOf(address)).toBe(network));

it('digests one address differently for each purpose and pepper', async () => {
  const digests = await Promise.all([
    addressDigest('203.0.113.7', 'a', 'x'),
    addressDigest('203.0.113.7', 'b', 'x'),
    addressDigest('203.0.113.7', 'a', 'y'),
  ]);
  expect(new Set(digests).size).toBe(3);
});
