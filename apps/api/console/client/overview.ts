/** The overview. One of its first steps is awaited: at the first click the bird flies a loop. */
import '../styles/statistics.css';
import '../styles/overview.css';
import { announce, find, parsePage } from './parts/shared';

/** The page is requested again until it has the first click: often at first, and for an hour at most. */
const MOST_REQUESTS = 300;

async function awaitFirstClick(steps: HTMLElement): Promise<void> {
  for (let requests = 0; requests < MOST_REQUESTS; requests++) {
    await new Promise((resume) => setTimeout(resume, requests < 60 ? 3000 : 15_000));
    if (document.visibilityState === 'visible' && (await hasFirstClick())) return celebrate(steps);
  }
}

async function hasFirstClick(): Promise<boolean> {
  const text = await fetch(location.pathname).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
  if (text === null) return false;
  const page = parsePage(text);
  return page.querySelector('.shorten') !== null && page.querySelector('#steps[data-waiting]') === null;
}

function celebrate(steps: HTMLElement): void {
  const awaited = find(steps, '[data-awaited]');
  awaited.className = 'done';
  find(awaited, '.unseen').textContent = ' (done)';
  find(awaited, '.stack').textContent = 'Your first click has arrived.';
  const ticked = steps.querySelectorAll('li.done').length;
  find(steps, '.line p').textContent = `${ticked} of ${steps.querySelectorAll('li').length} done`;
  steps.dataset.flies = '';
  announce('Your first click has arrived.');
}

for (const steps of document.querySelectorAll<HTMLElement>('[data-waiting]')) awaitFirstClick(steps);
