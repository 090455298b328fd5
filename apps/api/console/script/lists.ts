/** Lists: selected links, deletions that can be undone, and filters. */
export const LISTS = `
// A box that selects all links of the page, and the number of the selected ones.
for (const all of document.querySelectorAll('[data-all]')) {
  const boxes = [...all.form.querySelectorAll('[name=' + all.dataset.all + ']:enabled')];
  const count = all.form.querySelector('[data-count]');
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    count.textContent = ticked === 1 ? '1 link is selected.' : ticked + ' links are selected.';
  };
  all.closest('[hidden]').hidden = boxes.length === 0;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener('change', show);
  show();
}
// When a deletion can no longer be undone, the page is loaded again, unless that would lose a selection or a typed text.
for (const form of document.querySelectorAll('[data-left]')) {
  setTimeout(() => {
    const isInUse = document.querySelector('[name=codes]:checked') || document.activeElement.matches('input,select');
    if (isInUse) form.remove();
    else location.reload();
  }, Number(form.dataset.left));
}
// Empty fields of a filter stay out of the address.
for (const form of document.querySelectorAll('form[method=get]')) {
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}
`;
