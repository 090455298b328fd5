/** The filters of a page of statistics, each of which can be taken away, and what they leave open. */
import type { FC } from 'hono/jsx';
import { DIMENSIONS } from '#domain/daily-counts';
import { PLAN_LIMITS } from '#domain/plans';
import { formatCounted } from '../components';
import { namePlan } from '../words';
import { formatLongDay, type Period } from './period';
import { nameFilter } from './ranking';
import { FIGURES, type StatisticsView, viewAddress } from './statistics-view';

type FiltersProps = { readonly view: StatisticsView; readonly period: Pick<Period, 'missed' | 'filteredSince'> };

/** The filters of the view; nothing without one. */
export const FilterChips: FC<FiltersProps> = ({ view, period: { missed, filteredSince } }) => {
  const { filters } = view;
  if (filters === null) return null;
  const chosen = DIMENSIONS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]] as const]));
  return (
    <div class="stack" data-part="filters">
      <ul class="chips filters" aria-label="Filters">
        {chosen.map(([name, value]) => (
          <li>
            <a href={`${viewAddress(view, { [name]: undefined })}#${FIGURES}`}>
              <span class="unseen">Remove filter </span>
              <bdi>{nameFilter(name, value)}</bdi>
              <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
        {chosen.length > 1 && (
          <li>
            <a class="all" href={`${viewAddress({ ...view, filters: null }, {})}#${FIGURES}`}>
              Remove all
            </a>
          </li>
        )}
      </ul>
      {filteredSince !== null && <Since view={view} day={filteredSince} />}
      {missed > 0 && (
        <p class="soft small">
          {formatCounted(missed, 'click')} may match or not: on days with very many different visitors not all of their
          values are kept together.
        </p>
      )}
    </div>
  );
};

/** From which day on the clicks are filtered, because of the plan or of very many visitors. */
const Since: FC<{ view: StatisticsView; day: number }> = ({ view, day }) => {
  const { filterDays } = PLAN_LIMITS[view.plan];
  const isOfPlan = view.today - day + 1 >= filterDays - 1;
  return (
    <p class="soft small">
      Filtered from {formatLongDay(day)} on:{' '}
      {isOfPlan ? (
        <>
          your {namePlan(view.plan)} plan has <a href="/console/plan">filters of {filterDays} days</a>.
        </>
      ) : (
        'earlier days have too many different visitors for a filter.'
      )}
    </p>
  );
};
