/** The days or weeks of a chart as a table. */
import type { FC } from 'hono/jsx';
import type { Bars } from '../bars';
import { formatCount } from './components';

/** The table of days or weeks. It leaves out those without clicks, because a range may have hundreds of them. */
export const DaysTable: FC<{ title: string } & Bars> = ({ title, unit, bars }) => {
  const clicked = bars.filter(({ clicks }) => clicks > 0).toReversed();
  if (clicked.length === 0) return <p class="soft">No {unit} had clicks.</p>;
  return (
    <table>
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{unit === 'day' ? 'Day' : 'Week from'}</th>
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
