/** The map of the world. */
import { describe, expect, it } from 'vitest';
import { createWorld } from '#testkit/world';
import { findAddress } from '../files';
import { COUNTRIES, WorldMap } from './pictures';

const drawMap = (clicks: Record<string, number>) =>
  String(WorldMap({ countries: Object.entries(clicks).map(([value, count]) => ({ value, clicks: count })) }));

/** The class and the title of each country on the map. */
const countriesOn = (html: string) =>
  [...html.matchAll(/<use class="(w\d)" href="[^"#]*#(\w+)"><title>([^<]*)</g)].map(([, level, id, title]) => [
    id,
    level,
    title,
  ]);

describe('the map', () => {
  it('has each clicked country in a colour by its clicks, with its name and its number', () => {
    expect(countriesOn(drawMap({ US: 1_000, DE: 500, CA: 235, FR: 110, JP: 28, IS: 1 })).sort()).toEqual([
      ['CA', 'w3', 'Canada: 235'],
      ['DE', 'w4', 'Germany: 500'],
      ['FR', 'w2', 'France: 110'],
      ['IS', 'w1', 'Iceland: 1'],
      ['JP', 'w1', 'Japan: 28'],
      ['US', 'w6', 'United States: 1,000'],
    ]);
  });

  it('says in words what it shows, and has a key of its colours', () => {
    const html = drawMap({ FR: 1, DE: 9, JP: 5, US: 20 });
    expect(html).toContain('aria-label="Map of clicks by country. Most clicks: United States, Germany, Japan."');
    expect(html.match(/<path class="w[1-6]"/g)).toHaveLength(6);
  });

  it('draws small countries above large ones', () => {
    expect(countriesOn(drawMap({ SG: 1, RU: 1, LU: 1 })).map(([id]) => id)).toEqual(['RU', 'LU', 'SG']);
  });

  it('leaves out what is no country, and is not there without countries', () => {
    expect(countriesOn(drawMap({ DE: 1, Unknown: 5, T1: 5, Other: 5, land: 5, constructor: 5 }))).toHaveLength(1);
    expect(drawMap({ Unknown: 5 })).toBe('null');
    expect(drawMap({})).toBe('null');
  });

  it('has an outline for each country', async () => {
    const outlines = await (await createWorld().call('GET', findAddress('world.svg') ?? '')).text();
    expect(COUNTRIES.length).toBeGreaterThan(230);
    for (const code of COUNTRIES) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(outlines).toMatch(new RegExp(`<path id="${code}" d="M\\d+ \\d+h\\d+[^"]*"/>`));
    }
  });
});
