/** The parts of the form of a key's permissions. */
export const RIGHTS = `
// The head of a part of a form says what the part is set to, until one of its fields changes.
for (const part of document.querySelectorAll('.parts-of>details')) {
  part.addEventListener('input', () => part.querySelector('summary .soft')?.remove());
}
`;
