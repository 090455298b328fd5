import { describe, expect, it } from 'vitest';
import { readUtm, UTM, type UtmValues, writeUtm } from './utm';

const NONE = Object.fromEntries(UTM.map((name) => [name, ''])) as UtmValues;

describe('readUtm', () => {
  it.each<[address: string, values: Partial<UtmValues>]>([
    ['', {}],
    ['https://example.com/', {}],
    ['https://example.com/?utm_source=a&b=c&utm_medium=d', { utm_source: 'a', utm_medium: 'd' }],
    ['https://example.com/?utm_campaign=summer%20sale&utm_term=a+b', { utm_campaign: 'summer sale', utm_term: 'a b' }],
    ['https://example.com/?utm_source=a=b&utm_source=c', { utm_source: 'a=b' }],
    ['https://example.com/?utm_source&utm_medium=%zz', { utm_medium: '%zz' }],
    ['https://example.com/#?utm_source=a', {}],
    ['https://example.com/?UTM_SOURCE=a&xutm_source=b', {}],
    ['example.com?utm%5Fcontent=%D8%B1%D8%A7', { utm_content: 'را' }],
  ])('%s', (address, values) => {
    expect(readUtm(address)).toEqual({ ...NONE, ...values });
  });
});

describe('writeUtm', () => {
  it.each<[address: string, values: Partial<UtmValues>, written: string]>([
    ['https://example.com', { utm_source: 'mail' }, 'https://example.com?utm_source=mail'],
    ['https://example.com/a#b?c', { utm_source: 'mail' }, 'https://example.com/a?utm_source=mail#b?c'],
    ['https://example.com/?', { utm_source: 'mail' }, 'https://example.com/?utm_source=mail'],
    ['https://example.com/?a=%20+é&&b', { utm_term: 'x & y' }, 'https://example.com/?a=%20+é&&b&utm_term=x%20%26%20y'],
    [
      'https://example.com/?utm_source=a&b=c&utm_source=d',
      { utm_source: ' e ', utm_medium: 'f' },
      'https://example.com/?utm_source=e&b=c&utm_medium=f',
    ],
    ['https://example.com/?utm_source=a&b=c&utm_source=d', { utm_source: '' }, 'https://example.com/?b=c'],
    ['https://example.com/?utm_source=a#top', { utm_source: '' }, 'https://example.com/#top'],
    // What it says already stays as it is written.
    ['https://example.com/?utm_source=a+b&utm_term=', { utm_source: 'a b', utm_term: '' }, ''],
    ['https://example.com/?utm_source=a', {}, ''],
    ['https://example.com/', { utm_source: ' ' }, ''],
    ['https://example.com/', { utm_source: '\ud800' }, 'https://example.com/?utm_source=%EF%BF%BD'],
  ])('%s %j', (address, values, written) => {
    expect(writeUtm(address, values)).toBe(written || address);
  });

  it('reads what it has written', () => {
    const values = Object.fromEntries(UTM.map((name, n) => [name, `${name} ${'&=#?%+'.charAt(n)} é🎉`])) as UtmValues;
    expect(readUtm(writeUtm('https://example.com/?a#b', values))).toEqual(values);
  });
});
