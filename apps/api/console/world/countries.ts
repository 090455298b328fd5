/** What world.json says of the map. Its outlines are in world.svg, which pages use from a file that browsers keep. */
import WORLD from './world.json';

const { width, height, countries } = WORLD;

/** The size of the map. */
export const SIZE = { width, height };

/** The codes of the countries that the map has, the largest first. They are the ids of the outlines. */
export const COUNTRIES: readonly string[] = countries;

/** The id of the outline of all land. */
export const LAND = 'land';
