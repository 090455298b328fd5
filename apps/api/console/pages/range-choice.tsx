/** The choice of the days and the time zone of statistics. It works by addresses, without script. */
import type { FC } from 'hono/jsx';
import { nameOfDay } from '#domain/breakdown';
import { addressOf, daysOf, RANGES, type StatisticsView } from '../statistics-view';
import { Field } from './components';

export const RangeChoice: FC<{ view: StatisticsView }> = ({ view }) => (
  <div class="range" data-part="range">
    <nav class="segments" aria-label="Range of days">
      {RANGES.map((one) => (
        <a href={addressOf(view, { days: String(one) })} aria-current={one === view.range ? 'true' : undefined}>
          {one === 365 ? 'A year' : `${one} days`}
        </a>
      ))}
    </nav>
    <details class="own" open={Object.keys(view.errors).length > 0}>
      <summary class={view.range === null ? 'is-own' : undefined}>
        Custom…<span class="unseen"> Own range of days, time zone</span>
      </summary>
      <div class="own-forms">
        <OwnDays view={view} />
        <Zone view={view} />
      </div>
    </details>
  </div>
);

const OwnDays: FC<{ view: StatisticsView }> = ({ view: { path, tabs, start, end, today, typed, errors } }) => {
  const limits = { max: nameOfDay(today), placeholder: 'YYYY-MM-DD' };
  return (
    <form action={path} class="own-days">
      <Kept parameters={tabs} />
      <Field
        label="From"
        name="start"
        type="date"
        value={typed.start ?? nameOfDay(start)}
        error={errors.start}
        input={limits}
      />
      <Field label="To" name="end" type="date" value={typed.end ?? nameOfDay(end)} error={errors.end} input={limits} />
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
  );
};

/** The script adds the browser's zones to the list of the field. */
const Zone: FC<{ view: StatisticsView }> = ({ view }) => (
  <form action={view.path} class="own-zone">
    <Kept parameters={{ ...daysOf(view), ...view.tabs }} />
    <Field
      label="Time zone of the days"
      name="tz"
      value={view.typed.tz ?? view.timeZone}
      error={view.errors.tz}
      input={{ list: 'zones', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true }}
    />
    <datalist id="zones" />
    <button class="quiet" type="submit">
      Keep
    </button>
  </form>
);

const Kept: FC<{ parameters: Readonly<Record<string, string>> }> = ({ parameters }) => (
  <>
    {Object.entries(parameters).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);
