/** Times are shown in the reader's zone. Their titles, and the page without the script, say them in UTC. */
export const FORMS_OF_TIME = {
  moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }),
  clock: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }),
  date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }),
};
export function showTimes(part: ParentNode): void {
  for (const time of part.querySelectorAll<HTMLTimeElement>('time[data-zone]'))
    time.textContent = FORMS_OF_TIME[time.dataset.zone as keyof typeof FORMS_OF_TIME].format(new Date(time.dateTime));
}
