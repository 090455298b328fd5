/**
 * Pictures of clicks as SVG, drawn on the server. A picture has only shapes, so that it can be stretched. Its texts are
 * HTML beside it, so that they keep their size on a phone. Each picture of days has a table.
 */
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { FC } from 'hono/jsx';
import { dayOfName, type Group, nameOfDay } from '#domain/breakdown';
import { formatCount } from './components';

const WIDTH = 600;
const HEIGHT = 160;

/** The clicks of every day from `start` to `end`, UTC days since the epoch; 0 for a day without clicks. */
export function everyDay(days: readonly Group[], start: number, end: number): Group[] {
  const clicks = new Map(days.map((one) => [dayOfName(one.value), one.clicks]));
  return Array.from({ length: end - start + 1 }, (_, index) => {
    const day = start + index;
    return { value: nameOfDay(day), clicks: clicks.get(day) ?? 0 };
  });
}

/** The scale of counts, from 0 to a round number, and its ticks. */
function countScale(groups: readonly Group[]) {
  const most = Math.max(4, ...groups.map(({ clicks }) => clicks));
  const scale = scaleLinear([0, most], [HEIGHT, 0]).nice(4);
  return { scale, ticks: scale.ticks(4).filter(Number.isInteger) };
}

type DaysProps = { id: string; title: string; days: readonly Group[] };

/** The picture of clicks by day, with its description and table. */
export const DaysPicture: FC<DaysProps> = ({ id, title, days }) => {
  const { scale, ticks } = countScale(days);
  const x = scaleLinear([0, Math.max(1, days.length - 1)], [0, WIDTH]);
  const at = days.map(({ clicks }, index) => [x(index), scale(clicks)] as [number, number]);
  const [first, last] = [days[0]?.value ?? '', days.at(-1)?.value ?? ''];
  return (
    <figure class="days">
      <figcaption class="label">{title}</figcaption>
      <div class="plot">
        <ol class="ticks" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li>{formatCount(tick)}</li>
          ))}
        </ol>
        <svg
          class="picture"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title ${id}-words`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-words`}>{descriptionOf(days)}</desc>
          {ticks.map((tick) => (
            <path class="grid" d={`M0 ${scale(tick)}H${WIDTH}`} />
          ))}
          <path class="area" d={area().y0(HEIGHT).curve(curveMonotoneX)(at) ?? ''} />
          <path class="curve" d={line().curve(curveMonotoneX)(at) ?? ''} />
        </svg>
        <p class="ends" aria-hidden="true">
          <span>{first}</span>
          <span>{last}</span>
        </p>
      </div>
      <details>
        <summary>As a table</summary>
        <DaysTable title={title} days={days} />
      </details>
    </figure>
  );
};

/** The description of the picture, for readers who cannot see it. */
function descriptionOf(days: readonly Group[]): string {
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0);
  const best = days.reduce((most, one) => (one.clicks > most.clicks ? one : most), { value: '', clicks: 0 });
  const range = `from ${days[0]?.value} to ${days.at(-1)?.value}`;
  if (total === 1) return `1 click ${range}, on ${best.value}.`;
  return total === 0
    ? `No clicks ${range}.`
    : `${total} clicks ${range}, most of them, ${best.clicks}, on ${best.value}.`;
}

/** The table of days. It leaves out days without clicks, because a year may have hundreds of them. */
const DaysTable: FC<{ title: string; days: readonly Group[] }> = ({ title, days }) => {
  const clicked = days.filter(({ clicks }) => clicks > 0).toReversed();
  if (clicked.length === 0) return <p class="soft">No day had clicks.</p>;
  return (
    <table>
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" class="end">
            Clicks
          </th>
        </tr>
      </thead>
      <tbody>
        {clicked.map(({ value, clicks }) => (
          <tr>
            <th scope="row">{value}</th>
            <td class="end">{formatCount(clicks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type RankingProps = {
  title: string;
  /** The heading of the values, e.g. `Country`. */
  of: string;
  groups: readonly Group[];
  /** The name of a value for people. */
  nameOf?: (value: string) => string;
};

/** The values of a grouping by their clicks: a table with a bar in each row. */
export const Ranking: FC<RankingProps> = ({ title, of, groups, nameOf = (value) => value }) => {
  const width = scaleLinear([0, Math.max(1, ...groups.map(({ clicks }) => clicks))], [0, 100]);
  return (
    <section class="card">
      <h2>{title}</h2>
      {groups.length === 0 ? (
        <p class="soft">Nothing yet.</p>
      ) : (
        <table class="ranking">
          <caption class="unseen">{title}</caption>
          <thead class="unseen">
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Clicks</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ value, clicks }) => (
              <tr>
                <th scope="row">
                  {nameOf(value)}
                  <svg class="picture" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="track" width="100" height="4" />
                    <rect class="bar" width={width(clicks).toFixed(2)} height="4" />
                  </svg>
                </th>
                <td class="end">{formatCount(clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
