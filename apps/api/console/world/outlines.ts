/** The outlines of the map of the world, which pages use from a file that browsers keep. */
import WORLD from './world.json';

const { width, height, land, countries } = WORLD;

/** The size of the map. */
export const SIZE = { width, height };

/** The codes of the countries that the map has, the largest first. */
export const COUNTRIES: readonly string[] = Object.keys(countries);

/** The id of the outline of all land. Those of countries are their codes. */
export const LAND = 'land';

const paths = Object.entries({ [LAND]: land, ...countries }).map(([id, path]) => `<path id="${id}" d="${path}"/>`);

export const OUTLINES = `<svg xmlns="http://www.w3.org/2000/svg">${paths.join('')}</svg>`;
