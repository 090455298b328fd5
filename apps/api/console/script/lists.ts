/**
 * Lists: selected links, deletions that can be undone, and filters. The handlers stand at the document, because a search
 * replaces the list.
 */
export const LISTS = `
// A box selects all links of the page.
document.addEventListener('change', ({ target }) => {
  if (target.dataset.all) for (const box of boxesOf(target)) box.checked = target.checked;
  showSelected();
});
// A cleared selection has its boxes as they were a moment after the event.
document.addEventListener('reset', () => setTimeout(showSelected));
// The key Enter in a field of a change presses the button beside it, not the first one of the form.
document.addEventListener('keydown', (event) => {
  const panel = event.key === 'Enter' && event.target.matches('.panel input') && event.target.closest('.panel');
  if (!panel) return;
  event.preventDefault();
  panel.querySelector('button').click();
});
showSelected();
// When a deletion can no longer be undone, the page is loaded again, unless that would lose a selection or a typed text.
for (const form of document.querySelectorAll('[data-left]')) {
  const due = Date.now() + Number(form.dataset.left);
  const seconds = form.querySelector('[data-seconds]');
  const countdown = setInterval(() => {
    seconds.textContent = Math.max(0, Math.ceil((due - Date.now()) / 1000)) + ' s';
  }, 1000);
  setTimeout(() => {
    clearInterval(countdown);
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
