/** Tests which clicks of a batch count as one visitor, and that clicks with different profiles are distinguished. */
import { expect, it } from 'vitest';
import { decodeClicks } from '#domain/click-batch';
import { type Click, joinTraits } from './click';
import { makeBatches } from './click-batches';

const AT = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const CLICK = {
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  referrer: 'https://news.example/',
  languages: 'de',
  host: 's.example.com',
  country: 'DE',
  city: 'Köln',
};
type More = Partial<typeof CLICK>;

function clickWith(more: More): Click {
  const { address, userAgent, referrer, languages, host, country, city } = { ...CLICK, ...more };
  const traits = joinTraits([userAgent, referrer, languages, host, country, city]);
  return { at: AT, linkId: 'link', code: 'code', query: '', address, isPrivate: false, traits };
}

const makeBatch = (...clicks: More[]) => {
  const [batch] = makeBatches(clicks.map(clickWith));
  return { visitors: batch?.visitors ?? [], clicks: [...decodeClicks(batch?.clicks ?? '')] };
};

it.each<[string, string, string, number]>([
  ['one IPv4 address', '192.0.2.1', '192.0.2.1', 1],
  ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', 2],
  ['two addresses of one /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 1],
  ['addresses of two /64s', '2001:db8:1:2::1', '2001:db8:1:3::1', 2],
  ['one address in two spellings', '192.0.2.1', '::ffff:192.0.2.1', 1],
])('clicks from %s (%s, %s) have the number of visitors %i', (_, one, other, visitors) => {
  expect(makeBatch({ address: one }, { address: other }).visitors).toHaveLength(visitors);
});

it('clicks of two browsers at one address have two visitors', () => {
  expect(makeBatch({}, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/120.0' }).visitors).toHaveLength(2);
});

it.each<[string, More]>([
  ['city', { city: 'Bonn' }],
  ['country', { country: 'AT' }],
  ['referrer', { referrer: 'https://other.example/' }],
  ['language', { languages: 'en' }],
  ['browser', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36' }],
  ['referrer', { host: 'news.example' }], // a page of the host itself is no referrer
])('clicks that differ in their %s have different profiles', (dimension, more) => {
  const { clicks } = makeBatch({}, more, {});
  const values = clicks.map(({ profile }) => profile?.[dimension as 'city']);
  expect([values[0] === values[1], values[0] === values[2]]).toEqual([false, true]);
});
