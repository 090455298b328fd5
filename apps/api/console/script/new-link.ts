/** The preview of a new link, and the suggestions of its alias. */
export const NEW_LINK = `
// The preview follows the form. The server has drawn it for the values that the page begins with.
const making = document.querySelector('form[data-making]');
const field = (name) => making.querySelector('[name=' + name + ']');
const TEXTS = {
  alias: (text) => text,
  password: (text) => text && 'Required',
  maxClicks: (text) => /^\\d+$/.test(text) && 'At most ' + text,
  expiresIn(text) {
    const lifetime = making.querySelector('[name=lifetime]:checked');
    if (lifetime && lifetime.value !== 'other')
      return lifetime.value !== 'never' && 'After ' + lifetime.closest('label').textContent;
    const unit = field('unit').selectedOptions[0].text;
    return /^\\d+$/.test(text) && 'After ' + text + ' ' + (text === '1' ? unit.slice(0, -1) : unit);
  },
};
function hostOf(text) {
  const url = URL.parse(/^https?:/i.test(text) ? text : 'https://' + text);
  return url && url.hostname.includes('.') ? url.host : '';
}
function preview() {
  // A refused value keeps its mark until it is changed.
  for (const part of document.querySelectorAll('[data-preview]:not([data-refused])')) {
    const name = part.dataset.preview;
    const text = name === 'host' ? hostOf(field('url').value.trim()) : field(name) && TEXTS[name](field(name).value.trim());
    part.textContent = text || part.dataset.empty;
    const row = part.closest('dl>div');
    if (row) row.hidden = !text && name !== 'host';
  }
  document.querySelector('.preview').toggleAttribute('data-rest', !field('url').value && !field('alias').value);
}
function changed(name) {
  const shown = { url: 'host', unit: 'expiresIn', lifetime: 'expiresIn' }[name] || name;
  document.querySelector('[data-preview=' + shown + ']')?.removeAttribute('data-refused');
  preview();
}
making.addEventListener('input', (event) => changed(event.target.name));
for (const chip of making.querySelectorAll('button[name=alias]')) {
  chip.addEventListener('click', (event) => {
    event.preventDefault();
    field('alias').value = chip.value;
    field('alias').focus();
    changed('alias');
  });
}
preview();
`;
