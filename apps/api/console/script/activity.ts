/** The log of the account by the days of the reader's zone. */
export const ACTIVITY = `
// The server has grouped the events by days of UTC. Here each comes below the day of the reader.
for (const log of document.querySelectorAll('[data-log]')) {
  const days = Map.groupBy
    ? Map.groupBy(log.querySelectorAll('li'), (event) => FORMS_OF_TIME.date.format(new Date(event.querySelector('time').dateTime)))
    : new Map();
  // The last two days have words, which differ from zone to zone.
  const words = new Map(['Today', 'Yesterday'].map((word, days) => [FORMS_OF_TIME.date.format(Date.now() - days * 864e5), word]));
  const model = log.querySelector('section');
  const sections = [...days].map(([day, events]) => {
    const section = model.cloneNode();
    const heading = model.querySelector('h2').cloneNode(true);
    const time = heading.querySelector('time');
    time.dateTime = events[0].querySelector('time').dateTime;
    if (words.has(day)) {
      time.removeAttribute('data-zone');
      time.title = day;
      time.textContent = words.get(day);
    }
    const list = document.createElement('ol');
    list.append(...events);
    section.append(heading, list);
    return section;
  });
  if (sections.length > 0) log.replaceChildren(...sections);
}
`;
