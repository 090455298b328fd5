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
// The number of the selected links of a list, which a search replaces.
function showSelected() {
  for (const all of document.querySelectorAll('[data-all]')) {
    const boxes = boxesOf(all);
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    all.closest('label').hidden = boxes.length === 0;
    all.form.querySelector('[data-count]').textContent = ticked === 1 ? '1 link selected' : ticked + ' links selected';
  }
}
function boxesOf(all) {
  return [...all.form.querySelectorAll('[name=' + all.dataset.all + ']:enabled')];
}
`;
