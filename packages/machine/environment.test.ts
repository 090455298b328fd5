/** What the environment of a machine may set, and the one line that names a wrong value. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILT } from '../testkit/built';
import { listStrangeNames, readEnvironment, readNetworks, readPort, readVariables } from './environment';
import { readSecrets, secretFile } from './secrets';
import { wrongVariable } from './variables';
import type { DoorText } from './workers/claims';
import { readWranglerFile } from './wrangler-file';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const VARIABLES = {
  SHORT_BASE_URL: 'https://s.example.com',
  CONSOLE_ORIGIN: '',
  REQUIRE_HTTPS: 'on',
  FORWARDED_PROTO: 'ignore',
  QR: 'on',
  GATHER_MS: '1000',
  METRICS_MS: '10000',
  STATISTICS_DAYS: '400',
  FALLBACK_URL: '',
  SIGNUP: 'closed',
  CONTACT: '',
  THREATS: 'list',
  THREATS_BASE_URL: '',
  LINK_QUOTA: '',
};
const SERVER = { SHORT_HOST: 's.example.com', API_HOST: 'api.example.com' };

const parseDoor = (text: string | undefined) => JSON.parse(text ?? '') as DoorText;

describe('npm start', () => {
  it('serves both workers on the loopback over plain http, and trusts no proxy', () => {
    const { sockets, values } = readEnvironment({}, 'development', VARIABLES);
    expect(sockets).toEqual({ api: '127.0.0.1:8787', short: '127.0.0.1:8788' });
    expect(values).toMatchObject({
      REQUIRE_HTTPS: 'off',
      SHORT_BASE_URL: 'http://127.0.0.1:8788',
      CONSOLE_ORIGIN: 'http://localhost:8787',
      QR: 'on',
    });
    expect(parseDoor(values.SWIFTLET_API_DOOR)).toMatchObject({ hosts: ['localhost'], trusted: [] });
  });

  it('ignores X-Forwarded-Proto if other computers reach the ports', () => {
    expect(readEnvironment({}, 'development', VARIABLES).values.FORWARDED_PROTO).toBe('trust');
    expect(readEnvironment({ HOST: '0.0.0.0' }, 'development', VARIABLES).values.FORWARDED_PROTO).toBe('ignore');
  });

  it('prefers the environment to the defaults, and passes on no other variables than those of the workers', () => {
    const { values } = readEnvironment({ QR: 'off', CONSOLE_ORIGIN: '', HOME: '/root' }, 'development', VARIABLES);
    expect(values).toMatchObject({ QR: 'off', CONSOLE_ORIGIN: '' });
    expect(values).not.toHaveProperty('HOME');
  });

  it('refuses a jurisdiction, because everything is kept where the machine stands', () => {
    const variables = { ...VARIABLES, JURISDICTION: '' };
    expect(() => readEnvironment({ JURISDICTION: 'eu' }, 'development', variables)).toThrow(
      /JURISDICTION must be empty here/,
    );
  });
});

describe('npm run serve', () => {
  it('makes https base addresses of the host names', () => {
    const { values, sockets } = readEnvironment({ ...SERVER, HOST: '::' }, 'server', VARIABLES);
    expect(values).toMatchObject({
      SHORT_BASE_URL: 'https://s.example.com',
      CONSOLE_ORIGIN: 'https://api.example.com',
      REQUIRE_HTTPS: 'on',
    });
    expect(sockets).toEqual({ api: '[::]:8787', short: '[::]:8788' });
  });

  it('serves both workers on one port if the ports are equal and the hosts differ', () => {
    const env = { ...SERVER, API_PORT: '80', SHORT_PORT: '80' };
    const { sockets, values } = readEnvironment(env, 'server', VARIABLES);
    expect(sockets).toEqual({ short: '127.0.0.1:80' });
    expect(parseDoor(values.SWIFTLET_SHORT_DOOR)).toMatchObject({
      hosts: ['s.example.com', 's.example.com'],
      otherHosts: ['api.example.com', 'api.example.com'],
    });
  });
});

it.each<[string, Record<string, string>, RegExp]>([
  ['a port that is no number', { API_PORT: '80a' }, /^API_PORT must be a port/],
  ['a number of processes that is none', { WORKERS: '2.5' }, /^WORKERS must be a number from 0 to 64/],
  ['too many processes', { WORKERS: '65' }, /^WORKERS must be a number from 0 to 64/],
  [
    'one port without two hosts',
    { API_PORT: '80', SHORT_PORT: '80', API_HOST: '' },
    /^API_PORT and SHORT_PORT are both/,
  ],
  ...[
    's.example.com:80',
    's.example.com:8443',
    'a.example,b.example',
    'a.example b.example',
    '*.example.com',
    's.example.com.',
    's.example.com。',
    '.example.com',
    's..example.com',
    '-x.example',
    'x-.example',
    `${'x'.repeat(64)}.example`,
    'https://s.example.com',
    's.example.com/path',
    's\\example.com',
    's%2eexample.com',
    ' s.example.com',
    's.example.com\t',
    'user@s.example.com',
    'xn--a.example',
    '0x7f.1',
    'münchen.de:80',
  ].flatMap((host): [string, Record<string, string>, RegExp][] => [
    [
      `${JSON.stringify(host)} as host of short links`,
      { SHORT_HOST: host },
      /^SHORT_HOST must be one host name[^\n]*$/,
    ],
    [`${JSON.stringify(host)} as host of the API`, { API_HOST: host }, /^API_HOST must be one host name[^\n]*$/],
  ]),
  ['a base address of several hosts', { SHORT_BASE_URL: 'https://a.example,b.example' }, /^SHORT_BASE_URL must be an/],
  ['a wildcard as origin of the console', { CONSOLE_ORIGIN: 'https://*.example' }, /^CONSOLE_ORIGIN must be an/],
  [
    'an unknown threat service',
    { THREATS: 'google' },
    /^THREATS must be list or webrisk or safebrowsing, not "google"/,
  ],
  ['a sign-up other than open and closed', { SIGNUP: 'yes' }, /^SIGNUP must be closed or open, not "yes"/],
  [
    'a contact that nobody can reach',
    { CONTACT: 'me' },
    /^CONTACT must be a mail address or an http\(s\) address, not "me"/,
  ],
  ['a quota of an unknown plan', { LINK_QUOTA: 'GOLD=5' }, /^LINK_QUOTA must be amounts by plan, such as FREE=5/],
  [
    'an address of a threat service without a scheme',
    { THREATS_BASE_URL: 'x.example' },
    /^THREATS_BASE_URL must be an/,
  ],
  ['no host of short links', { SHORT_HOST: '' }, /^SHORT_HOST must be set/],
  ['no host of the API', { API_HOST: '' }, /^API_HOST must be set/],
  ['a listen address that is a name', { HOST: 'localhost' }, /^HOST must be an address/],
  ['an invalid network', { TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY names addresses/],
  ['a switch other than on and off', { LOG_REQUESTS: 'yes' }, /^LOG_REQUESTS must be on or off, not "yes"/],
  ['a base address with a path', { SHORT_BASE_URL: 'https://a.example/x' }, /^SHORT_BASE_URL must be an origin/],
  ['a duration with a unit', { GATHER_MS: '1s' }, /^GATHER_MS must be milliseconds from 0 to 9999, not "1s"/],
  ['a METRICS_MS above 20 seconds', { METRICS_MS: '20001' }, /^METRICS_MS must be milliseconds from 0 to 20000/],
  ['zero days', { STATISTICS_DAYS: '0' }, /^STATISTICS_DAYS must be days from 1 to 99999/],
  ['a fallback without a scheme', { FALLBACK_URL: 'example.com' }, /^FALLBACK_URL must be an address of http or https/],
  [
    'X-Forwarded-Proto trusted from every peer',
    { FORWARDED_PROTO: 'trust', HOST: '0.0.0.0' },
    /^FORWARDED_PROTO=trust believes everybody/,
  ],
])('a server refuses %s in one line', (_what, more, line) => {
  expect(() => readEnvironment({ ...SERVER, ...more }, 'server', VARIABLES)).toThrow(line);
});

it.each([
  ['S.Example.COM', 's.example.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['203.0.113.7', '203.0.113.7'],
  ['[2001:db8::1]', '[2001:db8::1]'],
  ['links', 'links'],
  ['xn--ls8h.la', 'xn--ls8h.la'],
])('a server takes %s as a host, in the normal form of URLs', (given, host) => {
  const { values } = readEnvironment({ ...SERVER, SHORT_HOST: given }, 'server', VARIABLES);
  expect(values.SHORT_BASE_URL).toBe(`https://${host}`);
  expect(parseDoor(values.SWIFTLET_SHORT_DOOR).hosts).toEqual([host, host]);
});

it('every variable with its default in the wrangler files is right', () => {
  expect(wrongVariable(readVariables(BUILT))).toBeUndefined();
});

it('a variable that looks like a setting and is none gets a line with the nearest name, and without its value', () => {
  const env = {
    TRUSTPROXY: 'loopback',
    LOG_REQUEST: 'on',
    ADMIN_TOKN: 'a secret',
    SWIFTLET_SHORT_HOST: 's.example.com',
    short_host: 's.example.com',
    TRUST_PROXY: 'loopback',
    BACKUP_PASSPHRASE: 'a secret',
    ...Object.fromEntries(
      ['PATH', 'HOME', 'HOSTNAME', 'PORT', 'LANG', 'NODE_ENV', 'TZ', 'USER'].map((one) => [one, 'x']),
    ),
  };
  expect(listStrangeNames(env, VARIABLES)).toEqual([
    'TRUSTPROXY is nothing that Swiftlet reads. Did you mean TRUST_PROXY?',
    'LOG_REQUEST is nothing that Swiftlet reads. Did you mean LOG_REQUESTS?',
    'ADMIN_TOKN is nothing that Swiftlet reads. Did you mean ADMIN_TOKEN?',
    'SWIFTLET_SHORT_HOST is nothing that Swiftlet reads. Did you mean SHORT_HOST?',
    'short_host is nothing that Swiftlet reads. Did you mean SHORT_HOST?',
  ]);
});

it.each(['0', '65536', '-1', '80a', '8e3', ' 80', '1.5'])('%j is no port', (text) => {
  expect(() => readPort('API_PORT', text, 1)).toThrow('API_PORT');
});

it('TRUST_PROXY takes addresses, networks and loopback', () => {
  expect(readNetworks('10.0.0.1, fd00::/8 loopback')).toEqual(['10.0.0.1/32', 'fd00::/8', '127.0.0.0/8', '::1/128']);
  expect(readNetworks('')).toEqual([]);
});

describe('the secrets', () => {
  it('are generated once, readable by their owner only, and overridden by the environment', () => {
    const first = readSecrets({}, folder);
    expect(first.PEPPER).toMatch(/^[0-9a-f]{64}$/);
    expect(readSecrets({}, folder)).toEqual(first);
    expect(statSync(secretFile(folder, 'ADMIN_TOKEN')).mode & 0o777).toBe(0o600);
    const given = { ADMIN_TOKEN: 't'.repeat(32), THREATS_KEY: 'k' };
    expect(readSecrets(given, folder)).toEqual({ ...first, ...given });
    expect(readFileSync(secretFile(folder, 'ADMIN_TOKEN'), 'utf8')).toBe(first.ADMIN_TOKEN);
  });

  it.each(['ADMIN_TOKEN', 'PEPPER', 'PEPPER_PREVIOUS'])('%s of 31 characters is refused', (name) => {
    const line = new RegExp(`^${name} must have at least 32 characters[^\\n]*$`);
    expect(() => readSecrets({ [name]: 'x'.repeat(31) }, folder)).toThrow(line);
  });
});

it('a wrangler file with an unknown table is refused, and the table named', () => {
  const toml = { name: 'x', compatibility_date: '2026-08-01', queues: {} };
  expect(() => readWranglerFile(toml, 'wrangler.api.toml')).toThrow('wrangler.api.toml: one machine has no queues');
});
