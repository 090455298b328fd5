/** What keys do anywhere on a page: Ctrl-K jumps to another page, and a single key acts at once. */
import { ICONS, MORE_ICONS } from '../../icons';
import { find } from './shared';

type Goal = readonly [words: string, href: string, icon: string, key?: string];

/** The pages to which only the dialog leads, besides those of the navigation. */
const ACTIONS: readonly Goal[] = [
  ['New link', '/console/new-link', MORE_ICONS.plus, 'C'],
  ['New key', '/console/keys?new', ICONS.keys],
];
const TAGS: Goal = ['Tags', '/console/tags', MORE_ICONS.tag];
const PAGES: readonly Goal[] = [
  ['Activity', '/console/activity', MORE_ICONS.pulse],
  ['Keyboard shortcuts', '/console/account#single-keys', MORE_ICONS.keyboard],
  ['API guide', '/docs/guide', MORE_ICONS.guide],
];

const drawIcon = (path: string) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const MAGNIFIER = drawIcon(MORE_ICONS.search);
const LABEL = 'A page, or the code of a link';
// The rest of the page is inert while the dialog is open, so the dialog has a status line of its own.
const DIALOG = `<form>${MAGNIFIER}<input aria-label="${LABEL}" placeholder="${LABEL}" autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="text" type="button">Cancel</button><div></div>
<p class="line soft small"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> opens</span><span><kbd>Esc</kbd> closes</span></p>
<p class="unseen" role="status"></p></form>`;

/** Where a link of the navigation leads. */
const readGoal = (link: Element): Goal => [
  link.childNodes[1]?.textContent ?? '',
  link.getAttribute('href') ?? '',
  link.querySelector('path')?.getAttribute('d') ?? '',
];

function makeRow([words, href, icon, key]: Goal): HTMLElement {
  const link = document.createElement('a');
  link.innerHTML = drawIcon(icon);
  link.append(words);
  link.href = href;
  if (key) link.append(makeKey(key));
  const row = document.createElement('li');
  row.append(link);
  return row;
}
const makeKey = (text: string) => Object.assign(document.createElement('kbd'), { textContent: text });

/**
 * Ctrl-K, or Command-K, opens a list of the pages. A text that is not a page is looked up as a link. A wide window has
 * a button below the navigation, a narrow one beside the brand.
 */
export function addJump(): void {
  const pages = document.querySelector('.tabs');
  if (!pages) return;
  const dialog = Object.assign(document.createElement('dialog'), { className: 'jump', innerHTML: DIALOG });
  dialog.setAttribute('aria-label', 'Jump to');
  document.body.append(dialog);
  const [form, field] = [find(dialog, 'form'), find<HTMLInputElement>(dialog, 'input')];
  const [list, status] = [find(dialog, 'div'), find(dialog, '[role=status]')];
  const navigation = [...pages.querySelectorAll('a')].map(readGoal);
  const goTo = [...navigation.slice(0, 2), TAGS, ...navigation.slice(2), ...PAGES];

  const showGroup = (name: string, goals: readonly Goal[]) => {
    if (goals.length === 0) return;
    const title = Object.assign(document.createElement('p'), { textContent: name });
    const rows = document.createElement('ul');
    rows.append(...goals.map(makeRow));
    list.append(title, rows);
  };
  const showGoals = () => {
    const text = field.value.trim();
    const matches = ([words]: Goal) => words.toLowerCase().includes(text.toLowerCase());
    list.replaceChildren();
    showGroup('Actions', ACTIONS.filter(matches));
    showGroup('Go to', goTo.filter(matches));
    if (text) showGroup('Links', [[`Link ${text}`, `/console/jump?to=${encodeURIComponent(text)}`, ICONS.links]]);
    const links = list.querySelectorAll('a');
    if (links[0]) links[0].className = 'first';
    status.textContent = links.length === 1 ? '1 result' : `${links.length} results`;
  };
  const open = () => {
    field.value = '';
    showGoals();
    dialog.showModal();
    field.focus();
  };

  field.addEventListener('input', showGoals);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  find(dialog, 'button').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  });
  for (const place of [pages, find(document, '.side')]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet jump-to';
    button.innerHTML = `${MAGNIFIER}Jump to…`;
    button.append(makeKey(/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'));
    button.addEventListener('click', open);
    place.append(button);
  }
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
}

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

const isPhone = matchMedia('(max-width:39.99rem)');
const FIELDS = 'input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable],dialog';
/** The element that a key needs, what the key does, and how the list of keys says so. */
const KEYS = new Map<string, { readonly needed: string; readonly words: string; act(found: Element): void }>([
  ['c', { needed: '.tabs', words: 'New link', act: () => location.assign('/console/new-link') }],
  ['/', { needed: '#search', words: 'Search the list', act: focusSearch }],
  ['x', { needed: '.pickable:focus-within', words: 'Select the link in focus', act: (row) => tickRow(row) }],
  ['X', { needed: '.pickable:focus-within', words: 'Select all since the last one', act: (row) => tickRow(row, true) }],
  ['?', { needed: '.tabs', words: 'This list', act: listKeys }],
]);
/** Shows what each key does. */
function listKeys(): void {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'jump keys' });
  const rows = [...KEYS].map(([key, { words }]) => [key === 'X' ? 'Shift x' : key, words]);
  const all = [[/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K', 'Jump to a page or a link'], ...rows];
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
    if (!key || (event.target as Element).closest(FIELDS) || areOff() || isPhone.matches) return;
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
