/** A map of dots, on which each country has a colour by its clicks. The table beside it has the figures. */
import type { FC } from 'hono/jsx';
import type { Group } from '#domain/breakdown';
import { ASSETS } from '../assets';
import { COUNTRIES, LAND, SIZE } from '../world/outlines';
import { formatCount } from './components';
import { countryName } from './names';

/** The least shares of the most clicked country that have the second, third and fourth colour. */
const STEPS = [0.03, 0.15, 0.5];

/** The colour of a country, 1 to 4. */
const levelOf = (clicks: number, most: number): number => 1 + STEPS.filter((step) => clicks >= step * most).length;

/** The clicked countries that the map has, in the order of their drawing: small ones are above large ones. */
function clickedOnMap(groups: readonly Group[]): Group[] {
  const clicks = new Map(groups.map((group) => [group.value, group.clicks]));
  return COUNTRIES.flatMap((value) => {
    const count = clicks.get(value);
    return count === undefined ? [] : [{ value, clicks: count }];
  });
}

const outlineOf = (id: string): string => `${ASSETS.world.address}#${id}`;

/** Nothing where no clicked country is known. */
export const WorldMap: FC<{ countries: readonly Group[] }> = ({ countries }) => {
  const clicked = clickedOnMap(countries);
  if (clicked.length === 0) return null;
  const most = Math.max(...clicked.map(({ clicks }) => clicks));
  const { width, height } = SIZE;
  return (
    <svg class="world" viewBox={`0 -3.5 ${width} ${height}`} aria-hidden="true">
      <pattern id="dot" y="-3.5" width="8" height="14" patternUnits="userSpaceOnUse">
        <path d="M4 3.5h0M0 10.5h0M8 10.5h0" />
      </pattern>
      <mask id="dots">
        <rect y="-3.5" width={width} height={height} fill="url(#dot)" />
      </mask>
      <g mask="url(#dots)">
        <use href={outlineOf(LAND)} />
        {clicked.map(({ value, clicks }) => (
          <use class={`w${levelOf(clicks, most)}`} href={outlineOf(value)}>
            <title>{`${countryName(value)}: ${formatCount(clicks)}`}</title>
          </use>
        ))}
      </g>
    </svg>
  );
};
