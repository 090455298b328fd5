/**
 * The selected links of a list, their number, and the box that selects all of a page. The handlers stand at the document,
 * because a search replaces the list.
 */
import { find } from './shared';

const boxesOf = (all: HTMLInputElement): HTMLInputElement[] => [
  ...(all.form?.querySelectorAll<HTMLInputElement>(`[name=${all.dataset.all}]:enabled`) ?? []),
];

/** Shows the number of selected links. */
export function showSelected(): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('[data-all]')) {
    const boxes = boxesOf(all);
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    const label = all.closest('label');
    if (label) label.hidden = boxes.length === 0;
    if (all.form)
      find(all.form, '[data-count]').textContent = ticked === 1 ? '1 link selected' : `${ticked} links selected`;
  }
}

export function selection(): void {
  document.addEventListener('change', ({ target }) => {
    const changed = target as HTMLInputElement;
    if (changed.dataset.all) for (const box of boxesOf(changed)) box.checked = changed.checked;
    showSelected();
  });
  // A cleared selection has its boxes as they were a moment after the event.
  document.addEventListener('reset', () => setTimeout(showSelected));
  // The key Enter in a field of a change presses the button beside it, not the first one of the form.
  document.addEventListener('keydown', (event) => {
    const field = event.target as Element;
    const panel = event.key === 'Enter' && field.matches('.panel input') && field.closest('.panel');
    if (!panel) return;
    event.preventDefault();
    find(panel, 'button').click();
  });
  showSelected();
}
