/** Shortcuts of a single key, and the switch that turns them off (WCAG 2.1.4). The browser keeps the choice. */
export const KEYS = `
// A single key acts outside fields and dialogs only. Who speaks to a computer may turn it off.
const KEPT = 'console-single-keys';
function areOff() {
  try {
    return localStorage.getItem(KEPT) === 'off';
  } catch {
    return false;
  }
}
function showKeys() {
  document.documentElement.dataset.keys = areOff() ? 'off' : 'on';
}
const isPhone = matchMedia('(max-width:39.99rem)');
const FIELDS = 'input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable],dialog';
// The element that a key needs, and what the key does.
const KEYS = {
  c: ['.tabs', () => { location.href = '/console/new-link'; }],
  '/': ['#search', (field) => {
    field.select();
    field.focus();
  }],
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (!Object.hasOwn(KEYS, event.key) || event.target.closest(FIELDS) || areOff() || isPhone.matches) return;
  const [needed, act] = KEYS[event.key];
  const found = document.querySelector(needed);
  if (!found) return;
  event.preventDefault();
  act(found);
});
showKeys();
for (const part of document.querySelectorAll('[data-single-keys]')) {
  const box = part.querySelector('input');
  part.hidden = false;
  box.checked = !areOff();
  box.addEventListener('change', () => {
    try {
      if (box.checked) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, 'off');
    } catch {
      box.checked = true;
    }
    showKeys();
  });
}
`;
