/** Copy buttons in rows, which are shown only where the browser has a clipboard. */
export const ROWS = `
if (navigator.clipboard) document.documentElement.dataset.clipboard = '';
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copies]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copies);
  } catch {
    return;
  }
  button.dataset.copied = '';
  announce('Copied');
  setTimeout(() => { delete button.dataset.copied; announce(''); }, 1500);
});
`;
