/** One of the first steps: the page waits for the first click, and the bird flies one loop. */
export const FIRST_CLICK = `
// The page asks for itself until it has the first click: often at first, and for an hour at most.
const LOOKS = 300;
async function awaitFirstClick(steps, looks = 0) {
  if (looks === LOOKS) return;
  await new Promise((resume) => setTimeout(resume, looks < 60 ? 3000 : 15000));
  if (document.visibilityState === 'visible') {
    const page = await fetch(location.pathname).then((response) => (response.ok ? response.text() : null), () => null);
    const now = page && new DOMParser().parseFromString(page, 'text/html');
    if (now && now.querySelector('.shorten') && !now.querySelector('#steps[data-waiting]')) return celebrate(steps);
  }
  return awaitFirstClick(steps, looks + 1);
}
function celebrate(steps) {
  const awaited = steps.querySelector('[data-awaited]');
  awaited.className = 'done';
  awaited.querySelector('.unseen').textContent = ' (done)';
  awaited.querySelector('.stack').textContent = 'Your first click has arrived.';
  const ticked = steps.querySelectorAll('li.done').length;
  steps.querySelector('.line p').textContent = ticked + ' of ' + steps.querySelectorAll('li').length + ' done';
  steps.dataset.flies = '';
  announce('Your first click has arrived.');
}
for (const steps of document.querySelectorAll('[data-waiting]')) awaitFirstClick(steps);
`;
