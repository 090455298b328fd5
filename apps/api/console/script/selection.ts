/**
 * The selected links of a list, their number, and the box that selects all of a page. The handlers stand at the document,
 * because a search replaces the list. A cleared selection has its boxes as they were a moment after the event. The key
 * Enter in a field of a change presses the button beside it, not the first one of the form.
 */
export const SELECTION = `
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
document.addEventListener('change', ({ target }) => {
  if (target.dataset.all) for (const box of boxesOf(target)) box.checked = target.checked;
  showSelected();
});
document.addEventListener('reset', () => setTimeout(showSelected));
document.addEventListener('keydown', (event) => {
  const panel = event.key === 'Enter' && event.target.matches('.panel input') && event.target.closest('.panel');
  if (!panel) return;
  event.preventDefault();
  panel.querySelector('button').click();
});
showSelected();
`;
