/**
 * Deletions that can be undone. When a deletion can no longer be undone, the page is loaded again, unless that would lose
 * a selection or a typed text.
 */
import { find } from './shared';

export function undo(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-left]')) {
    const leftMs = Number(form.dataset.left);
    const due = Date.now() + leftMs;
    const seconds = find(form, '[data-seconds]');
    const countdown = setInterval(() => {
      seconds.textContent = `${Math.max(0, Math.ceil((due - Date.now()) / 1000))} s`;
    }, 1000);
    setTimeout(() => {
      clearInterval(countdown);
      const isInUse =
        document.querySelector('[name=codes]:checked') !== null || document.activeElement?.matches('input,select');
      if (isInUse) form.remove();
      else location.reload();
    }, leftMs);
  }
}
