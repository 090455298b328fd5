/** The form of a key's permissions, and that of its name. */
export const RIGHTS = `
// The head of a part of a form says what the part is set to, until one of its fields changes.
for (const part of document.querySelectorAll('.parts-of>details')) {
  part.addEventListener('input', () => part.querySelector('summary .soft')?.remove());
}
// Boxes of a key with full access are not sent, because nobody sees them.
for (const scopes of document.querySelectorAll('[data-scopes]')) {
  const { form } = scopes.querySelector('input');
  const settle = () => {
    const isAll = form.elements.access.value === 'all';
    for (const box of scopes.querySelectorAll('input')) box.disabled = isAll;
  };
  form.addEventListener('input', settle);
  settle();
}
// A preset keeps the name that was typed.
for (const link of document.querySelectorAll('[data-presets] a')) {
  link.addEventListener('click', () => {
    const field = link.closest('form').elements.name;
    if (field?.value) link.search += '&name=' + encodeURIComponent(field.value);
  });
}
// The field of a name has the focus as soon as it is shown.
for (const part of document.querySelectorAll('.rename')) {
  part.addEventListener('toggle', () => part.open && part.querySelector('[name=name]').select());
}
`;
