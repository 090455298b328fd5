import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findRunningOrigins, listOrigins } from './control';
import { controlFile } from './state';

const SERVER = { CONSOLE_ORIGIN: 'https://api.example.com', SHORT_BASE_URL: 'https://s.example.com/' };
const DEVELOPMENT = { CONSOLE_ORIGIN: 'http://api.test:8787', SHORT_BASE_URL: 'http://127.0.0.1:8788' };

it.each([
  [
    'a server are those of its settings',
    { short: '127.0.0.1:8787' },
    SERVER,
    {
      api: 'https://api.example.com',
      short: 'https://s.example.com',
      sockets: { api: '127.0.0.1:8787', short: '127.0.0.1:8787' },
    },
  ],
  [
    'npm start have the API at localhost, to which the operator’s token may be sent',
    { api: '127.0.0.1:8787', short: '127.0.0.1:8788' },
    DEVELOPMENT,
    {
      api: 'http://localhost:8787',
      short: 'http://127.0.0.1:8788',
      sockets: { api: '127.0.0.1:8787', short: '127.0.0.1:8788' },
    },
  ],
  ['a machine without public sockets are unknown', {}, SERVER, undefined],
])('the origins of %s', (_, sockets, values, origins) => {
  expect(listOrigins({ sockets, values })).toEqual(origins);
});

it('a control file that a killed machine has left names no origins', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-origins-'));
  writeFileSync(controlFile(folder), JSON.stringify({ origins: { api: 'http://localhost:8787', short: '' } }));
  expect(findRunningOrigins(folder)).toBeUndefined();
  rmSync(folder, { recursive: true, force: true });
});
