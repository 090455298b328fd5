// Finds pages, endpoints, errors and fields by their words. script.js loads it when the field of the header is used.
import groups from './search-index.js';

const MOST_RESULTS = 8;

const field = document.getElementById('search');
const list = document.getElementById('results');
const panel = list.parentElement;
const status = field.closest('search').querySelector('[role=status]');

const entries = groups.flatMap(([kind, rows]) =>
  rows.map(([title, hint, href, more = '']) => {
    const text = `${title} ${hint} ${href}`.toLowerCase();
    return { kind, title, hint, href, text, whole: `${text} ${more}`.toLowerCase() };
  }),
);
const LAST = ['Field', 'Header'];

// The rank of a match is lower where the words begin the title, or begin a word of it. Fields and headers come last,
// but for one of exactly this name.
const LATER = 100;
function rank({ kind, title }, words) {
  const name = title.toLowerCase();
  if (name === words.join(' ')) return -1;
  return rankWords(name, words) + (LAST.includes(kind) ? LATER : 0);
}

function rankWords(name, words) {
  return words.reduce((sum, word) => {
    const at = name.indexOf(word);
    return sum + (at === 0 ? 0 : at < 0 ? 3 : /\W|_/.test(name[at - 1]) ? 1 : 2);
  }, 0);
}

function findMatches(words) {
  const having = (name) => entries.filter((entry) => words.every((word) => entry[name].includes(word)));
  const named = having('text');
  // Descriptions name many things, so they are asked only if no title does.
  const found = named.length > 0 ? named : having('whole');
  const ranked = found.map((entry, index) => [rank(entry, words), index, entry]);
  return ranked.sort(([a, i], [b, j]) => a - b || i - j).map(([, , entry]) => entry);
}

const made = (name, text) => Object.assign(document.createElement(name), { textContent: text });

function makeOption({ kind, title, hint, href }, index) {
  const option = document.createElement('a');
  option.append(made('b', title), ' ', made('span', hint), ' ', made('i', kind));
  Object.assign(option, { id: `result-${index}`, href, tabIndex: -1 });
  option.setAttribute('role', 'option');
  return option;
}

let active = 0;
function mark(index) {
  active = index;
  for (const [at, option] of [...list.children].entries()) option.setAttribute('aria-selected', at === index);
  const chosen = list.children[index];
  if (chosen) field.setAttribute('aria-activedescendant', chosen.id);
  else field.removeAttribute('aria-activedescendant');
  chosen?.scrollIntoView({ block: 'nearest' });
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : findMatches(words);
  list.replaceChildren(...found.slice(0, MOST_RESULTS).map(makeOption));
  panel.hidden = words.length === 0;
  panel.dataset.none = words.length > 0 && found.length === 0 ? 'No results. Try fewer letters.' : '';
  field.setAttribute('aria-expanded', found.length > 0);
  status.textContent = words.length === 0 ? '' : found.length === 1 ? '1 result' : `${found.length} results`;
  mark(0);
}

function close() {
  panel.hidden = true;
  field.setAttribute('aria-expanded', false);
  field.removeAttribute('aria-activedescendant');
}

field.addEventListener('input', show);
field.addEventListener('focus', show);
field.addEventListener('blur', close);
field.addEventListener('keydown', (event) => {
  const { length } = list.children;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && length > 0) {
    event.preventDefault();
    if (panel.hidden) show();
    else mark((active + step + length) % length);
  } else if (event.key === 'Enter' && !panel.hidden) {
    list.children[active]?.click();
  } else if (event.key === 'Escape') {
    if (panel.hidden) field.value = '';
    close();
  }
});
// The field keeps the focus while a result is pressed, so the results stay where they are.
panel.addEventListener('mousedown', (event) => event.preventDefault());
panel.addEventListener('click', () => field.blur());
if (document.activeElement === field) show();
