/**
 * Deletions that can be undone, and filters. When a deletion can no longer be undone, the page is loaded again, unless that
 * would lose a selection or a typed text. Empty fields of a filter stay out of the address.
 */
export const LISTS = `
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
for (const form of document.querySelectorAll('form[method=get]')) {
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}
`;
