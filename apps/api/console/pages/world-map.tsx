/** A map of dots, on which each country has a colour by its clicks. The table beside it has the figures. */
import type { FC } from 'hono/jsx';
import type { Group } from '#domain/breakdown';
import { addressOf } from '../files';
import { COUNTRIES, LAND, SIZE } from '../world/countries';
import { formatCount } from './components';
import { countryName } from './names';

/** The colours, from few clicks to many. */
const LEVELS = [1, 2, 3, 4, 5, 6];

/** The colour of a country. The power keeps small countries apart from each other, and half of the most below the most. */
const levelOf = (clicks: number, most: number): number =>
  Math.max(1, Math.ceil(LEVELS.length * (clicks / most) ** (2 / 3)));

/** The clicked countries that the map has, in the order of their drawing: small ones are above large ones. */
function clickedOnMap(groups: readonly Group[]): Group[] {
  const clicks = new Map(groups.map((group) => [group.value, group.clicks]));
  return COUNTRIES.flatMap((value) => {
    const count = clicks.get(value);
    return count === undefined ? [] : [{ value, clicks: count }];
  });
}

/** How many countries the description names. */
const NAMED = 3;

/** The map in words, for readers who cannot see it. */
function descriptionOf(clicked: readonly Group[]): string {
  const names = clicked
    .toSorted((a, b) => b.clicks - a.clicks)
    .slice(0, NAMED)
    .map(({ value }) => countryName(value));
  return `Map of clicks by country. Most clicks: ${names.join(', ')}.`;
}

/** The height of the dots north of 72° N, where hardly anybody lives. */
const NORTH = 28;

const outlineOf = (id: string): string => `${addressOf('world.svg')}#${id}`;

/** The map above its key of colours; nothing where no clicked country is known. */
export const WorldMap: FC<{ countries: readonly Group[] }> = ({ countries }) => {
  const clicked = clickedOnMap(countries);
  if (clicked.length === 0) return null;
  const most = Math.max(...clicked.map(({ clicks }) => clicks));
  const { width, height } = SIZE;
  return (
    <div class="stack">
      <svg
        class="world"
        viewBox={`0 ${NORTH - 3.5} ${width} ${height - NORTH}`}
        role="img"
        aria-label={descriptionOf(clicked)}
      >
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
      <p class="ramp soft small" aria-hidden="true">
        Fewer
        <svg viewBox="0 0 72 12" aria-hidden="true">
          {LEVELS.map((level, n) => (
            <path class={`w${level}`} d={`M${12 * n + 6} 6h0`} />
          ))}
        </svg>
        more clicks
      </p>
    </div>
  );
};
