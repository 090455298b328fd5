/** What a single key does anywhere on a page. Ctrl-K is in jump.ts. */
import { find } from './shared';

/** Where the browser stores that single keys are switched off (WCAG 2.1.4). */
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

const FIELDS = 'input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable],dialog:not(.keys)';
/** The element that a key needs, what the key does, and how the list of keys says so. */
const KEYS = new Map<string, { readonly needed: string; readonly words: string; act(found: Element): void }>([
  ['c', { needed: '.tabs', words: 'New link', act: () => location.assign('/console/new-link') }],
  ['?', { needed: '.tabs', words: 'This list', act: listKeys }],
  ['/', { needed: '#search', words: 'Search the list', act: focusSearch }],
  ['x', { needed: '.pickable:focus-within', words: 'Select the link in focus', act: (row) => tickRow(row) }],
  [
    'X',
    { needed: '.pickable:focus-within', words: 'Select the range from the last one', act: (row) => tickRow(row, true) },
  ],
]);
const findList = () => document.querySelector<HTMLDialogElement>('dialog.keys');
/** Shows what each key does that acts on this page, or closes that list. */
export function listKeys(): void {
  const shown = findList();
  if (shown) {
    shown.close();
    return;
  }
  const dialog = Object.assign(document.createElement('dialog'), { className: 'jump keys' });
  const here = [...KEYS].filter(([, { needed }]) => document.querySelector(needed.replace(':focus-within', '')));
  const rows = here.map(([key, { words }]) => [key === 'X' ? 'Shift x' : key, words]);
  const all = [[/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K', 'Jump to a page or a link'], ...rows];
  if (document.querySelector('.pickable')) all.push(['j k', 'Next link, link before'], ['Esc', 'Clear the selection']);
  dialog.innerHTML = `<h2 id="keys">Keyboard shortcuts</h2><dl>${all.map(([key, words]) => `<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`).join('')}</dl>
<p class="soft small">Single keys can be <a href="/console/account#single-keys">turned off</a>.</p>
<form method="dialog"><button class="quiet" autofocus>Close</button></form>`;
  dialog.setAttribute('aria-labelledby', 'keys');
  dialog.setAttribute('closedby', 'any');
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
/** Ticks the box of a row, or takes its tick away. @param shiftKey whether the rows since the last one follow */
function tickRow(row: Element, shiftKey = false): void {
  const box = row.querySelector('[name=codes]:enabled');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
}
function focusSearch(found: Element): void {
  const field = found as HTMLInputElement;
  field.select();
  field.focus();
}

/** A single key acts outside fields and dialogs only. People who control a computer by speech can switch it off. */
export function actOnKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    const key = KEYS.get(event.key);
    if (!key || (event.target as Element).closest(FIELDS) || areOff()) return;
    // Above the list only the key that opened it acts.
    if (event.key !== '?' && findList()) return;
    const found = document.querySelector(key.needed);
    if (!found) return;
    event.preventDefault();
    key.act(found);
  });
  showKeys();
  for (const part of document.querySelectorAll<HTMLElement>('[data-single-keys]')) {
    const box = find<HTMLInputElement>(part, 'input');
    find(part, 'button').addEventListener('click', listKeys);
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
