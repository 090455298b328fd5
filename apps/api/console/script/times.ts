/** Times in the reader's zone. Without the script they are in UTC, and say so. */
export const TIMES = `
// Times are shown in the reader's zone. Their titles, and the page without the script, say them in UTC.
const FORMS_OF_TIME = {
  moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }),
};
function showTimes(part) {
  for (const time of part.querySelectorAll('time[data-zone]'))
    time.textContent = FORMS_OF_TIME[time.dataset.zone].format(new Date(time.dateTime));
}
showTimes(document);
`;
