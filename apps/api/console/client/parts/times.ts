/** Times in the reader's zone. */
import { find } from './shared';

/** Times are shown in the reader's zone. Their titles, and the page without the script, say them in UTC. */
const FORMS_OF_TIME = {
  moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }),
  clock: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }),
  date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }),
};

/** A time to the minute in the reader's zone. */
export const formatMoment = (at: Date): string => FORMS_OF_TIME.moment.format(at);

/** Shows the times of a part of the page. */
export function showTimes(part: ParentNode): void {
  for (const time of part.querySelectorAll<HTMLTimeElement>('time[data-zone]'))
    time.textContent = FORMS_OF_TIME[time.dataset.zone as keyof typeof FORMS_OF_TIME].format(new Date(time.dateTime));
}

const DAY_MS = 86_400_000;
const findTime = (event: Element) => find<HTMLTimeElement>(event, 'time');

/**
 * The log of the account by the days of the reader's zone. The server has grouped the events by days of UTC.
 */
export function groupByDay(): void {
  // The last two days are named by words, which depend on the zone.
  const words = new Map(
    ['Today', 'Yesterday'].map((word, days) => [FORMS_OF_TIME.date.format(Date.now() - days * DAY_MS), word]),
  );
  for (const log of document.querySelectorAll('[data-log]')) {
    const model = log.querySelector('section');
    if (!model || !Map.groupBy) continue;
    const days = Map.groupBy(log.querySelectorAll('li'), (event) =>
      FORMS_OF_TIME.date.format(new Date(findTime(event).dateTime)),
    );
    const sections = [...days].map(([day, events]) => {
      const heading = find(model, 'h2').cloneNode(true) as HTMLElement;
      const time = findTime(heading);
      if (events[0]) time.dateTime = findTime(events[0]).dateTime;
      const word = words.get(day);
      if (word !== undefined) {
        time.removeAttribute('data-zone');
        time.title = day;
        time.textContent = word;
      }
      const list = document.createElement('ol');
      list.append(...events);
      const section = model.cloneNode() as HTMLElement;
      section.append(heading, list);
      return section;
    });
    if (sections.length > 0) log.replaceChildren(...sections);
  }
}
