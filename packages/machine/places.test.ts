/** Country and city of clicks come from a file. The lookup follows the response, and its failure loses no click. */
import { copyFileSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startMachine, TOKEN } from '../testkit/machine';
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
        { timeout: 10_000 },
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
  expect(places.placeOf(LONDON)).toEqual({ country: 'GB', city: 'London' });
  truncateSync(file, 5_000);
  utimesSync(file, 1, 1);
  for (const seconds of [20, 40, 60]) places.renew(later(seconds));
  expect(logged).toEqual([expect.stringMatching(/^PLACES_FILE cannot be read any more/)]);
  expect(places.placeOf(LONDON)).toEqual({ country: 'GB', city: 'London' });
  rmSync(file);
  for (const seconds of [80, 100]) places.renew(later(seconds));
  expect(logged).toHaveLength(2);
  newFile('replaced.mmdb');
  places.renew(later(120));
  expect(places.placeOf(LONDON)).toEqual({ country: 'GB', city: 'London' });
  expect([places.placeOf('nonsense'), places.placeOf('127.0.0.1')]).toEqual([{}, {}]);
});

it.each([
  ['that is missing', 'missing.mmdb', undefined],
  ['that holds something else', 'other.mmdb', 'hello'],
])('a start with a file %s fails with one line', (_what, name, text) => {
  const file = path.join(folder, name);
  if (text !== undefined) writeFileSync(file, text);
  expect(() => new PlacesFile(file, () => {})).toThrow(/^PLACES_FILE .* cannot be read: [^\n]*\.$/);
});
