/** The bars that undo what will happen to links: how long that is possible, and its end. */
import { find, findField, parsePage } from './shared';
import { showTimes } from './times';

/** Says that it is done, where the bar is, and shows the links as they are now. Nothing else on the page moves. */
async function finish(bar: HTMLFormElement, mend: () => void): Promise<void> {
  // The request for the page carries it out.
  const response = await fetch(location.href).catch(() => null);
  bar.style.minHeight = `${bar.getBoundingClientRect().height}px`;
  if (bar.contains(document.activeElement)) {
    bar.tabIndex = -1;
    bar.focus({ preventScroll: true });
  }
  find(bar, '.answers').remove();
  find(bar, '[role=status]').textContent = bar.dataset.done ?? '';
  if (!response?.ok) return;
  const page = parsePage(await response.text());
  const isDeletion = findField(bar, 'act').value === 'delete';
  for (const old of document.querySelectorAll<HTMLElement>('.leaving')) {
    const now = page.getElementById(old.id);
    if (now) {
      const [was, box] = [old, now].map((row) => row.querySelector<HTMLInputElement>('[name=codes]'));
      if (was && box) box.checked = was.checked;
      old.replaceWith(now);
      showTimes(now);
    } else {
      // The list has it no longer. Its row stays, so that those below do not move.
      old.classList.replace('leaving', 'gone');
      find(old, '.act').textContent = isDeletion ? 'Deleted' : 'Expired';
    }
  }
  const range = document.querySelector('[data-range]');
  // A search that goes on has found more than the page that was asked for.
  if (range && !document.querySelector('[data-on]'))
    range.textContent = page.querySelector('[data-range]')?.textContent ?? 'No links';
  mend();
}

/** Counts down while it can be undone. @param mend is called once the links are shown as they are then */
export function countDown(mend = () => {}): void {
  for (const bar of document.querySelectorAll<HTMLFormElement>('[data-left]')) {
    const leftMs = Number(bar.dataset.left);
    const due = Date.now() + leftMs;
    const seconds = find(bar, '[data-seconds]');
    const say = () => {
      seconds.textContent = `${Math.max(1, Math.ceil((due - Date.now()) / 1000))} s`;
    };
    say();
    const countdown = setInterval(say, 1000);
    setTimeout(() => {
      clearInterval(countdown);
      finish(bar, mend);
    }, leftMs);
  }
}
