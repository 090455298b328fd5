/** The addresses that a link may and may not lead to (specification 6.2). */
import { describe, expect, it } from 'vitest';
import { MAX_URL_LENGTH } from '#domain/link';
import { isDestination } from './destination';

const RULES = { ownOrigins: ['https://s.example.com', 'https://api.example.com'], allowPrivate: false };

const REFUSED: Record<string, readonly string[]> = {
  'another scheme': [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'mailto:a@example.com',
    'JaVaScRiPt://example.com/%0aalert(1)',
  ],
  'a scheme without // and a host': [
    '',
    'example.com',
    '//example.com',
    'http:example.com',
    'http:/example.com',
    'https:\\\\example.com',
    'http://',
    'https:///example.com',
    'http://?x',
    'https://#x',
  ],
  'spaces and control characters inside': [
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/\tb',
    'https://example.com/\r\nSet-Cookie:x',
    'java\nscript:alert(1)',
    '\u0001https://example.com',
    'https://example.com/\u0000',
    'https://example.com/\u007f',
    'https://example.com/\u0085',
    'https://example.com/\u00a0x',
    'https://example.com/\u202etxt',
    'https://example.com/\u2028',
  ],
  'user information': [
    'https://bank.com@evil.example',
    'https://user:secret@example.com',
    'https://@example.com',
    'https://bank.com%40evil.example',
    'https://bank.com\\@evil.example',
  ],
  'an empty host or label': ['http://..', 'https://example..com', 'https://.example.com', 'https://example.com..'],
  'a host without a dot': ['http://localhost', 'http://intranet/x', 'https://com', 'https://com.'],
  'port 0 or an impossible port': ['https://example.com:0', 'https://example.com:65536', 'https://example.com:x'],
  'the service itself': [
    'https://s.example.com/abc',
    'HTTP://S.Example.COM:443/x',
    'https://s.example.com./x',
    'https://s.example.com:8443',
    'https://ｓ.example.com/',
    'https://api.example.com/v2',
  ],
  'loopback addresses': [
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://①②⑦.0.0.1',
  ],
  'private and link-local addresses': [
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://169.254.169.254/latest/meta-data',
    'http://100.100.100.200',
    'http://192.0.0.192/opc/v2/',
    'http://168.63.129.16/',
    'http://[fe80::1]',
    'http://[fd00:ec2::254]',
    'http://[::ffff:10.0.0.1]',
    'http://0.0.0.0',
    'http://0.1.2.3',
    'http://[::]',
    'http://255.255.255.255',
  ],
  'names of private networks': [
    'http://a.localhost',
    'http://printer.local',
    'http://metadata.google.internal',
    'http://x.LOCAL.',
  ],
  'a label or a name that is too long for DNS': [`https://${'a'.repeat(64)}.com`, `https://${'a.'.repeat(130)}com`],
  'an address that is too long': [`https://example.com/${'a'.repeat(MAX_URL_LENGTH)}`],
  'an address that is too long in its percent-encoded form': [
    `https://example.com/${'ü'.repeat(1_363)}`,
    `https://example.com/${'😀'.repeat(700)}`,
    `https://example.com/?q=${'"'.repeat(2_730)}`,
  ],
  'an unpaired surrogate': ['https://example.com/\ud800'],
};

const ACCEPTED = [
  'https://example.com',
  'HTTPS://EXAMPLE.COM/Path?Q=1#frag',
  'http://example.com:8080/a//b/../c',
  'https://exämple.com/ü',
  'https://例え.テスト/',
  'https://example.com.',
  'https://8.8.8.8/',
  'http://1.1.1.1:53',
  'https://[2606:4700::1111]/',
  'https://172.32.0.1',
  'https://100.128.0.1',
  'https://example.com/a@b',
  'https://example.com/?next=https://user@x',
  'https://example.com/%00%0d%0a',
  'https://localhost.example.com',
  'https://s.example.com.evil.test/',
  'https://my-s.example.com/',
  `https://example.com/${'a'.repeat(MAX_URL_LENGTH - 20)}`,
  'https://example.com/😀',
  `https://example.com/${'ü'.repeat(1_362)}`,
];

describe.each(Object.entries(REFUSED))('a destination may not be or have %s:', (_, texts) => {
  it.each(texts)('%j', (text) => expect(isDestination(text, RULES)).toBe(false));
});

describe('a destination may be', () => {
  it.each(ACCEPTED)('%j', (text) => expect(isDestination(text, RULES)).toBe(true));
});

it('a destination may be private if the deployment allows it, but never the service itself', () => {
  const rules = { ownOrigins: ['http://127.0.0.1:8788'], allowPrivate: true };
  expect(isDestination('http://127.0.0.1:9999/', rules)).toBe(true);
  expect(isDestination('http://a.localhost/', rules)).toBe(true);
  expect(isDestination('http://2130706433:8788/x', rules)).toBe(false);
});
