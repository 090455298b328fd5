/** The time that a typed lifetime leads to. The page says it of the lifetimes to choose from. */
export const EXPIRY = `
for (const part of document.querySelectorAll('.expiry')) {
  const until = part.querySelector('[data-until]');
  if (!until) continue;
  const [amount, unit] = ['expiresIn', 'unit'].map((name) => part.querySelector('[name=' + name + ']'));
  const say = () => {
    const at = new Date(Date.now() + Number(amount.value) * Number(unit.value) * 1000);
    const isShown = part.querySelector('[value=other]').checked && /^\\s*[1-9]\\d*\\s*$/.test(amount.value);
    until.textContent = isShown && !isNaN(at) ? 'Expires ' + FORMS_OF_TIME.moment.format(at) : '';
  };
  part.addEventListener('input', say);
  say();
}
`;
