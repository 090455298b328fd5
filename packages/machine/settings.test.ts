/** What the machine is told by its environment, and the one line that says what is wrong with it. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecrets, secretFile } from './secrets';
import { readNetworks, readPort, readSettings } from './settings';
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
};
const SERVER = { SHORT_HOST: 's.example.com', API_HOST: 'api.example.com' };

const doorOf = (text: string | undefined) => JSON.parse(text ?? '') as DoorText;

describe('at a desk', () => {
  it('both workers are on this machine, by plain http, and believe nobody of their address', () => {
    const { sockets, values } = readSettings({}, 'desk', VARIABLES);
    expect(sockets).toEqual({ api: '127.0.0.1:8787', short: '127.0.0.1:8788' });
    expect(values).toMatchObject({
      REQUIRE_HTTPS: 'off',
      SHORT_BASE_URL: 'http://127.0.0.1:8788',
      CONSOLE_ORIGIN: 'http://localhost:8787',
      QR: 'on',
    });
    expect(doorOf(values.SWIFTLET_API_DOOR)).toMatchObject({ hosts: ['localhost'], trusted: [] });
  });

  it('nobody is believed of https where others reach the ports', () => {
    expect(readSettings({}, 'desk', VARIABLES).values.FORWARDED_PROTO).toBe('trust');
    expect(readSettings({ HOST: '0.0.0.0' }, 'desk', VARIABLES).values.FORWARDED_PROTO).toBe('ignore');
  });

  it('the environment wins, and nothing but variables of the workers reaches them', () => {
    const { values } = readSettings({ QR: 'off', CONSOLE_ORIGIN: '', HOME: '/root' }, 'desk', VARIABLES);
    expect(values).toMatchObject({ QR: 'off', CONSOLE_ORIGIN: '' });
    expect(values).not.toHaveProperty('HOME');
  });
});

describe('on a server', () => {
  it('the hosts give the addresses, over https', () => {
    const { values, sockets } = readSettings({ ...SERVER, HOST: '::' }, 'server', VARIABLES);
    expect(values).toMatchObject({
      SHORT_BASE_URL: 'https://s.example.com',
      CONSOLE_ORIGIN: 'https://api.example.com',
      REQUIRE_HTTPS: 'on',
    });
    expect(sockets).toEqual({ api: '[::]:8787', short: '[::]:8788' });
  });

  it('both are behind one port where the hosts differ', () => {
    const env = { ...SERVER, API_PORT: '80', SHORT_PORT: '80' };
    const { sockets, values } = readSettings(env, 'server', VARIABLES);
    expect(sockets).toEqual({ short: '127.0.0.1:80' });
    expect(doorOf(values.SWIFTLET_SHORT_DOOR)).toMatchObject({
      hosts: ['s.example.com', 's.example.com'],
      otherHosts: ['api.example.com', 'api.example.com'],
    });
  });
});

it.each<[string, Record<string, string>, RegExp]>([
  ['a port that is none', { API_PORT: '80a' }, /^API_PORT must be a port/],
  [
    'one port without two hosts',
    { API_PORT: '80', SHORT_PORT: '80', API_HOST: '' },
    /^API_PORT and SHORT_PORT are both/,
  ],
  ['a host with a port', { SHORT_HOST: 's.example.com:80' }, /^SHORT_HOST must be a host name/],
  ['no host of short links', { SHORT_HOST: '' }, /^SHORT_HOST must be set/],
  ['no host of the API', { API_HOST: '' }, /^API_HOST must be set/],
  ['an address that is none', { HOST: 'localhost' }, /^HOST must be an address/],
  ['a network that is none', { TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY names addresses/],
  ['a switch that is none', { LOG_REQUESTS: 'yes' }, /^LOG_REQUESTS must be on or off, not "yes"/],
  ['a base address with a path', { SHORT_BASE_URL: 'https://a.example/x' }, /^SHORT_BASE_URL must be an origin/],
  ['belief in everybody', { FORWARDED_PROTO: 'trust', HOST: '0.0.0.0' }, /^FORWARDED_PROTO=trust believes everybody/],
])('a server refuses %s in one line', (_what, more, line) => {
  expect(() => readSettings({ ...SERVER, ...more }, 'server', VARIABLES)).toThrow(line);
});

it.each(['0', '65536', '-1', '80a', '8e3', ' 80', '1.5'])('%j is no port', (text) => {
  expect(() => readPort('API_PORT', text, 1)).toThrow('API_PORT');
});

it('networks are addresses, networks, and this machine', () => {
  expect(readNetworks('10.0.0.1, fd00::/8 loopback')).toEqual(['10.0.0.1/32', 'fd00::/8', '127.0.0.0/8', '::1/128']);
  expect(readNetworks('')).toEqual([]);
});

describe('the secrets', () => {
  it('are made once, kept to their owner, and those of the environment win', () => {
    const first = readSecrets({}, folder);
    expect(first.PEPPER).toMatch(/^[0-9a-f]{64}$/);
    expect(readSecrets({}, folder)).toEqual(first);
    expect(statSync(secretFile(folder, 'ADMIN_TOKEN')).mode & 0o777).toBe(0o600);
    const given = { ADMIN_TOKEN: 't'.repeat(32), THREATS_KEY: 'k' };
    expect(readSecrets(given, folder)).toEqual({ ...first, ...given });
    expect(readFileSync(secretFile(folder, 'ADMIN_TOKEN'), 'utf8')).toBe(first.ADMIN_TOKEN);
  });

  it.each(['ADMIN_TOKEN', 'PEPPER', 'PEPPER_PREVIOUS'])('%s is refused where the workers would refuse it', (name) => {
    const line = new RegExp(`^${name} must have at least 32 characters[^\\n]*$`);
    expect(() => readSecrets({ [name]: 'x'.repeat(31) }, folder)).toThrow(line);
  });
});

it('a wrangler file with a table that one machine lacks is refused by its name', () => {
  const toml = { name: 'x', compatibility_date: '2026-08-01', queues: {} };
  expect(() => readWranglerFile(toml, 'wrangler.api.toml')).toThrow('wrangler.api.toml: one machine has no queues');
});
