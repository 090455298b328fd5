/** The log of the account by the days of the reader's zone. */
import { find } from './shared';
import { FORMS_OF_TIME } from './times';

const DAY_MS = 86_400_000;
const timeOf = (event: Element) => find<HTMLTimeElement>(event, 'time');

/** The server has grouped the events by days of UTC. Here each comes below the day of the reader. */
export function activity(): void {
  // The last two days have words, which differ from zone to zone.
  const words = new Map(
    ['Today', 'Yesterday'].map((word, days) => [FORMS_OF_TIME.date.format(Date.now() - days * DAY_MS), word]),
  );
  for (const log of document.querySelectorAll('[data-log]')) {
    const model = log.querySelector('section');
    if (!model || !Map.groupBy) continue;
    const days = Map.groupBy(log.querySelectorAll('li'), (event) =>
      FORMS_OF_TIME.date.format(new Date(timeOf(event).dateTime)),
    );
    const sections = [...days].map(([day, events]) => {
      const heading = find(model, 'h2').cloneNode(true) as HTMLElement;
      const time = timeOf(heading);
      if (events[0]) time.dateTime = timeOf(events[0]).dateTime;
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
