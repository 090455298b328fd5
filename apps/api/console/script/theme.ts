/** The choice of light, dark or the system's appearance, without a reload, which would lose what is typed. */
export const THEME = `
// A chosen appearance applies at once, and the form that stores it is sent beside the page.
for (const form of document.querySelectorAll('form.theme')) {
  form.addEventListener('change', ({ target }) => {
    const body = new URLSearchParams(new FormData(form));
    const theme = target.value;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const other of document.querySelectorAll('form.theme [value=' + theme + ']')) other.checked = true;
    fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  });
}
`;
