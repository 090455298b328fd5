/** Copy buttons, and fields whose text is selected when they get the focus. */
export const COPY = `
// Copy buttons appear only where the browser has a clipboard.
for (const button of document.querySelectorAll('[data-copy]')) {
  const field = document.getElementById(button.dataset.copy);
  if (!navigator.clipboard || !field) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.value ?? field.dataset.text ?? field.textContent);
    } catch {
      if (field.select) field.select();
      else getSelection().selectAllChildren(field);
      return;
    }
    const label = button.textContent;
    button.textContent = 'Copied';
    announce('Copied');
    setTimeout(() => { button.textContent = label; announce(''); }, 1500);
  });
}
for (const field of document.querySelectorAll('[readonly]')) field.addEventListener('focus', () => field.select());
`;
