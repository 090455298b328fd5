/** Country and city of clicks come from a file. The lookup follows the response, and its failure loses no click. */
import { copyFileSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startMachine, TOKEN } from '../testkit/machine';
import { writeMmdb } from '../testkit/places/write-mmdb';
import { PlacesFile } from './places';

const SOURCE = path.join(import.meta.dirname, '../testkit/places/GeoLite2-City-Test.mmdb');
const LONDON = '81.2.69.142';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string): string => {
  const file = path.join(folder, name);
  copyFileSync(SOURCE, file);
  return file;
};

it('a click has the country and city of its address, but not with DNT or an unknown address', async () => {
  const machine = await startMachine({ PLACES_FILE: newFile('used.mmdb') });
  try {
    const post = async (route: string, token: string, body: object) =>
      (await fetch(machine.api + route, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.json())) as Record<string, string>;
    const { key = '' } = await post('/admin/keys', TOKEN, { name: 'a', plan: 'PRO' });
    await post('/v2/shorten', key, { url: 'https://example.com/', alias: 'placed' });
    const visits: Record<string, string>[] = [
      { 'X-Forwarded-For': LONDON },
      { 'X-Forwarded-For': '203.0.113.1' },
      { 'X-Forwarded-For': LONDON, DNT: '1' },
      { 'X-Forwarded-For': '203.0.113.2', 'CF-IPCountry': 'XX' },
    ];
    for (const headers of visits) await fetch(`${machine.short}/placed`, { redirect: 'manual', headers });
    await expect
      .poll(
        async () => {
          const headers = { Authorization: `Bearer ${key}` };
          const { breakdown } = (await (
            await fetch(`${machine.api}/v2/stats/placed?groupBy=country,city`, { headers })
          ).json()) as { breakdown: Record<string, { value: string; clicks: number }[]> };
          return breakdown;
        },
        { timeout: 60_000 },
      )
      .toMatchObject({
        country: expect.arrayContaining([expect.objectContaining({ value: 'GB', clicks: 1 })]),
        city: expect.arrayContaining([expect.objectContaining({ value: 'London, GB', clicks: 1 })]),
      });
  } finally {
    await machine.close();
  }
});

it('a replaced file is read again; after an incomplete one the former content stays, and one line is logged', () => {
  const file = newFile('replaced.mmdb');
  const logged: string[] = [];
  const places = new PlacesFile(file, (line) => logged.push(line));
  const later = (seconds: number) => performance.now() + seconds * 1000;
  expect(places.findPlace(LONDON)).toEqual({ country: 'GB', city: 'London' });
  truncateSync(file, 5_000);
  utimesSync(file, 1, 1);
  for (const seconds of [20, 40, 60]) places.renew(later(seconds));
  expect(logged).toEqual([expect.stringMatching(/^PLACES_FILE cannot be read any more/)]);
  expect(places.findPlace(LONDON)).toEqual({ country: 'GB', city: 'London' });
  rmSync(file);
  for (const seconds of [80, 100]) places.renew(later(seconds));
  expect(logged).toHaveLength(2);
  newFile('replaced.mmdb');
  places.renew(later(120));
  expect(places.findPlace(LONDON)).toEqual({ country: 'GB', city: 'London' });
  expect([places.findPlace('nonsense'), places.findPlace('127.0.0.1')]).toEqual([{}, {}]);
});

/** Looks an address up twice in a file whose only record is `record`. */
function readTwice(record: Parameters<typeof writeMmdb>[0]) {
  const file = path.join(folder, 'layout.mmdb');
  writeFileSync(file, writeMmdb(record, 'Some\ntype'));
  const logged: string[] = [];
  const places = new PlacesFile(file, (line) => logged.push(line));
  return { found: [places.findPlace('192.0.2.1'), places.findPlace('198.51.100.1')], logged };
}

it.each([
  ['of MaxMind and DB-IP', { country: { iso_code: 'GB' }, city: { names: { en: 'London' } } }, ['GB', 'London']],
  ['of ip-location-db', { country_code: 'GB', city: 'London' }, ['GB', 'London']],
  ['of IPLocate', { country_code: 'GB', country_name: 'United Kingdom' }, ['GB', undefined]],
  ['of IPinfo', { city: 'London', country: 'GB', region: 'England' }, ['GB', 'London']],
  ['of IPinfo Lite', { country: 'United Kingdom', country_code: 'GB', asn: 'AS1' }, ['GB', undefined]],
  ['with a code in small letters', { country_code: 'gb' }, ['GB', undefined]],
  ['of MaxMind, about an address without a country', { continent: { code: 'EU' } }, [undefined, undefined]],
])('the layout %s is read, without a line', (_whose, record, [country, city]) => {
  const place = { ...(country && { country }), ...(city && { city }) };
  expect(readTwice(record as never)).toEqual({ found: [place, place], logged: [] });
});

it.each([
  ['of networks alone', { autonomous_system_number: 1 }],
  ['with the name of a country and no code', { country: 'United Kingdom' }],
  ['with another field', { country: { code: 'GB' }, continent: { code: 'EU' } }],
])('a layout %s gives no place, and one line says so', (_what, record) => {
  expect(readTwice(record as never)).toEqual({
    found: [{}, {}],
    logged: [
      'PLACES_FILE has records of a layout that is not known ("Some\\ntype"): clicks get no country and no city from them.',
    ],
  });
});

it.each([
  ['that is missing', 'missing.mmdb', undefined],
  ['that holds something else', 'other.mmdb', 'hello'],
])('a start with a file %s fails with one line', (_what, name, text) => {
  const file = path.join(folder, name);
  if (text !== undefined) writeFileSync(file, text);
  expect(() => new PlacesFile(file, () => {})).toThrow(/^PLACES_FILE .* cannot be read: [^\n]*\.$/);
});
