/** Shortcuts of a single key, and the switch that turns them off (WCAG 2.1.4). The browser keeps the choice. */
import { find } from './shared';

const KEPT = 'console-single-keys';

function areOff(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'off';
  } catch {
    return false;
  }
}
function showKeys(): void {
  document.documentElement.dataset.keys = areOff() ? 'off' : 'on';
}

const isPhone = matchMedia('(max-width:39.99rem)');
const FIELDS = 'input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable],dialog';
/** The element that a key needs, and what the key does. */
const KEYS = new Map<string, { readonly needed: string; act(found: Element): void }>([
  ['c', { needed: '.tabs', act: () => location.assign('/console/new-link') }],
  ['/', { needed: '#search', act: focusSearch }],
]);
function focusSearch(found: Element): void {
  const field = found as HTMLInputElement;
  field.select();
  field.focus();
}

/** A single key acts outside fields and dialogs only. Who speaks to a computer may turn it off. */
export function keys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    const key = KEYS.get(event.key);
    if (!key || (event.target as Element).closest(FIELDS) || areOff() || isPhone.matches) return;
    const found = document.querySelector(key.needed);
    if (!found) return;
    event.preventDefault();
    key.act(found);
  });
  showKeys();
  for (const part of document.querySelectorAll<HTMLElement>('[data-single-keys]')) {
    const box = find<HTMLInputElement>(part, 'input');
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
}
