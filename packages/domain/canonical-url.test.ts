import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalizeHost, canonicalizeUrl, listExpressions, parseIpv4, unescapeFully } from './canonical-url';
import vectors from './canonical-url.vectors.json';

const canonical = vectors.canonical as [string, string][];
const expressions = Object.entries<string[]>(vectors.expressions);
const addresses = Object.entries<string>(vectors.ipv4);
const prefixes = Object.entries<string>(vectors.sha256_prefix4);

const hashPrefix = (expression: string) => createHash('sha256').update(expression, 'latin1').digest('hex').slice(0, 8);

function expressionsOfUrl(url: string): string[] {
  const form = canonicalizeUrl(url);
  if (!form) throw new Error(`no canonical form: ${url}`);
  return listExpressions(form);
}

describe('the published vectors', () => {
  it('are all in canonical-url.vectors.json', () => {
    expect([canonical.length, expressions.length, addresses.length, prefixes.length]).toEqual([33, 7, 8, 6]);
  });

  it.each(canonical)('give %j the canonical form %j', (url, form) => {
    expect(canonicalizeUrl(url)?.href).toBe(form);
  });

  // A `%25` in a canonical form is an escaped percent sign. A second pass would read it as the start of an escape.
  it.each(canonical.filter(([, form]) => !form.includes('%')))(
    'give %j a canonical form that does not change again',
    (_url, form) => {
      expect(canonicalizeUrl(form)?.href).toBe(form);
    },
  );

  it.each(expressions)('give %s exactly the published expressions', (url, expected) => {
    expect(expressionsOfUrl(url).sort()).toEqual([...expected].sort());
  });

  it.each(addresses)('give the host %s the address %s', (host, address) => {
    expect(parseIpv4(host)).toBe(address);
    expect(canonicalizeUrl(`http://${host}/`)).toMatchObject({ host: address, isAddress: true });
  });

  it.each(prefixes)('give %s the hash prefix %s', (expression, prefix) => {
    expect(hashPrefix(expression)).toBe(prefix);
  });

  it('give the documented test page its published hash prefixes', () => {
    const found = expressionsOfUrl('https://testsafebrowsing.appspot.com/s/malware.html').map(hashPrefix);
    expect(found).toEqual(expect.arrayContaining(['5b0b8975', '1ab2b2e1', 'e4b1d041']));
  });
});

describe('the canonical form', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['http://', null],
    ['http:///path', null],
    ['http://.../', null],
    ['http://user@/', null],
    ['javascript:alert(1)', null],
    ['http://[::1/', null],
    ['http://h.test:80x/', null],
    ['http://ex\u0101mple.test/', null],
  ])('is null for %j', (url, none) => {
    expect(canonicalizeUrl(url)).toBe(none);
  });

  it.each([
    ['HTTPS://User:Pass@H.Test:8443/A?B', 'https://h.test/A?B'],
    ['http://bank.test%2f@evil.test/', 'http://bank.test/@evil.test/'],
    ['http://h.test?q=/../', 'http://h.test/?q=/../'],
    ['http://h.test/a/./b/../c//d/..', 'http://h.test/a/c/'],
    ['http://h.test/../../a', 'http://h.test/a'],
    ['http://h.test/%252e%252e/a/%2525%32%65/b', 'http://h.test/a/b'],
    ['http://h.test/%C3%bc?%ff', 'http://h.test/%C3%BC?%FF'],
    ['http://\u00c4.test/\u00a0', 'http://%C4.test/%A0'],
    ['http://h.test/%0a%7F', 'http://h.test/%0A%7F'],
    ['http://[2001:DB8::1]:80/', 'http://[2001:db8::1]/'],
    ['http://[::ffff:102:304]/', 'http://1.2.3.4/'],
    ['http://[64:ff9b::c0a8:1]/', 'http://192.168.0.1/'],
    ['http://1.2.3.4./', 'http://1.2.3.4/'],
    ['http://1.2.3.4.5/', 'http://1.2.3.4.5/'],
    ['http://4294967296/', 'http://4294967296/'],
    ['http://08.1.1.1/', 'http://08.1.1.1/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['\t http://h.test/ \r\n', 'http://h.test/'],
  ])('of %j has the text %j', (url, form) => {
    expect(canonicalizeUrl(url)?.href).toBe(form);
  });

  it('is the punycode and percent-encoded form for a Unicode URL that was parsed', () => {
    const { href } = new URL('https://b\u00fccher.test/stra\u00dfe?q=\u20ac');
    expect(canonicalizeUrl(href)?.href).toBe('https://xn--bcher-kva.test/stra%C3%9Fe?q=%E2%82%AC');
  });
});

describe('the expressions of a URL', () => {
  it('are at most thirty, and the exact host, path and query come first', () => {
    const found = expressionsOfUrl('http://a.b.c.d.e.f.g/1/2/3/4/5/6.html?q=1');
    expect(found).toHaveLength(30);
    expect(new Set(found).size).toBe(30);
    expect(found[0]).toBe('a.b.c.d.e.f.g/1/2/3/4/5/6.html?q=1');
    expect(found.at(-1)).toBe('f.g/1/2/3/');
    expect(found.some((expression) => expression.startsWith('b.c.d.e.f.g/'))).toBe(false);
  });

  it('have no query for a URL that ends with a bare question mark', () => {
    expect(expressionsOfUrl('http://a.b/c?')).toEqual(['a.b/c', 'a.b/']);
  });

  it('include a host that has one label', () => {
    expect(expressionsOfUrl('http://host/')).toEqual(['host/']);
  });
});

/** Removes escapes exactly as the published rules say: in passes, until nothing changes. */
function unescapedInPasses(text: string): string {
  const once = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return once === text ? text : unescapedInPasses(once);
}

describe('removing escapes in one pass', () => {
  it('gives the result of repeated passes, for every text of up to eight of the characters `%`, `2`, `5` and `g`', () => {
    let texts = [''];
    let compared = 0;
    const different: string[] = [];
    for (let length = 1; length <= 8; length++) {
      texts = texts.flatMap((text) => ['%', '2', '5', 'g'].map((sign) => text + sign));
      compared += texts.length;
      different.push(...texts.filter((text) => unescapeFully(text) !== unescapedInPasses(text)));
    }
    expect(different).toEqual([]);
    expect(compared).toBe(87_380);
  });

  it.each([
    ['a percent sign escaped four thousand times over', `%${'25'.repeat(4095)}`, '%'],
    ['percent signs in a row', '%25'.repeat(2730), '%'.repeat(2730)],
    ['escapes inside one another', `${'%'.repeat(2000)}${'25'.repeat(2000)}`, '%'],
    ['every character escaped three times', '%252541'.repeat(1170), 'A'.repeat(1170)],
    ['percent signs alone', '%'.repeat(8192), '%'.repeat(8192)],
  ])('gives the result for the worst case: %s', (_name, text, expected) => {
    const found = unescapeFully(text);
    expect(found).toBe(expected === '%' ? unescapedInPasses(text) : expected);
  });
});

describe('an address that the published vectors lack', () => {
  it.each(['1..2', '1e3', '-1', '0897', 'ab', '1.2.3.4.5', '4294967296'])(
    'is no IPv4 address if its host is %j',
    (host) => {
      expect(parseIpv4(host)).toBeNull();
    },
  );

  it.each(['[', '[]', '[::1]x', '[::1]:8x', '[::1]x:80', 'host:8x', '...', ''])('has no host in %j', (authority) => {
    expect(canonicalizeHost(authority)).toBeNull();
  });

  it.each([
    ['[::1]:80', '[::1]', true],
    ['[A]', '[a]', true],
    ['[[::ffff:c000:201]', '[[::ffff:c000:201]', true],
    ['me@[::ffff:c000:201]', '192.0.2.1', true],
    ['HOST.:80', 'host', false],
    ['host:', 'host', false],
    ['0.1', '0.0.0.1', true],
    ['4294967295', '255.255.255.255', true],
  ])('has for the authority %j the host %s', (authority, host, isAddress) => {
    expect(canonicalizeHost(authority)).toEqual({ host, isAddress });
  });

  it('is read without a scheme if the text before “://” does not begin with a letter', () => {
    expect(canonicalizeUrl('1a://host/')?.host).toBe('1a');
    expect(canonicalizeUrl('HTTP://a.example/')).toMatchObject({ scheme: 'http', href: 'http://a.example/' });
  });

  it('has no canonical form if it has no host', () => {
    for (const url of ['http:///path', 'http://?query', '']) expect(canonicalizeUrl(url)).toBeNull();
  });

  it('ends with a slash if its last segment names a folder', () => {
    for (const last of ['', '.', 'b/..']) expect(canonicalizeUrl(`http://h/a/${last}`)?.path).toBe('/a/');
  });
});

describe('removing escapes', () => {
  it.each(['%4@', '%4`', '%4/', '%4:', '%4g', '%4G', '\u00ff'])('leaves %j unchanged, which is no escape', (text) => {
    expect(unescapeFully(text)).toBe(text);
  });
});
