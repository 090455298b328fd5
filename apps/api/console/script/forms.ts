/** Forms that are sent once, and what Back and reload do with them. */
export const FORMS = `
// A form is sent once. Its button is disabled until the response arrives, for at most 10 seconds.
const UNLOCK_MS = 10000;
const locked = new Map();
function unlock(button) {
  if (!locked.has(button)) return;
  button.textContent = locked.get(button);
  button.disabled = false;
  locked.delete(button);
}
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches('form[method=post]:not([data-passkey])')) return;
  const button = event.submitter || form.querySelector('button[type=submit]');
  if ([...locked.keys()].some((one) => one.form === form)) return event.preventDefault();
  locked.set(button, button.textContent);
  button.textContent = 'Sending…';
  // The name of a disabled button would not be sent.
  setTimeout(() => { button.disabled = locked.has(button); });
  setTimeout(unlock, UNLOCK_MS, button);
});
// A page that comes back from the back/forward cache has no one-time notice, and its buttons work again.
addEventListener('pagehide', () => {
  for (const note of document.querySelectorAll('[data-once]')) note.remove();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const button of [...locked.keys()]) unlock(button);
});
// After a refused form, Back and reload request the form's page instead of sending the form again.
const summary = document.querySelector('[data-page]');
if (summary) history.replaceState(null, '', summary.dataset.page);
`;
