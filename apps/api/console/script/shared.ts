/** What several parts of the script call. Its functions stand outside the scopes of the parts. */
export const SHARED = `
// Runs a part of the script. An exception ends this part only, and is reported as if nobody had caught it.
function run(part) {
  try {
    part();
  } catch (error) {
    reportError(error);
  }
}
// Text for screen readers only. A line that is in the page before its text is read out.
const said = document.createElement('p');
said.className = 'unseen';
said.setAttribute('role', 'status');
document.body.append(said);
function announce(words) {
  said.textContent = words;
}
// Times are shown in the reader's zone. Their titles, and the page without the script, say them in UTC.
const FORMS_OF_TIME = {
  moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }),
  clock: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }),
  date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }),
};
function showTimes(part) {
  for (const time of part.querySelectorAll('time[data-zone]'))
    time.textContent = FORMS_OF_TIME[time.dataset.zone].format(new Date(time.dateTime));
}
`;
