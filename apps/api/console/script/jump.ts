/**
 * Ctrl-K, or Command-K, opens a list of the pages. A text that is no page is looked up as a link. A wide window has a
 * button below the navigation, a narrow one beside the brand. The rest of the page is inert while the dialog is open, so
 * the dialog has a status line of its own.
 */
import { ICONS, MORE_ICONS } from '../icons';

/** The pages to which only the dialog leads, besides those of the navigation. */
const ACTIONS = [
  ['New link', '/console/new-link', MORE_ICONS.plus, 'C'],
  ['New key', '/console/keys', ICONS.keys],
];
const TAGS = ['Tags', '/console/tags', MORE_ICONS.tag];
const PAGES = [
  ['Activity', '/console/activity', MORE_ICONS.pulse],
  ['Keyboard shortcuts', '/console/account#single-keys', MORE_ICONS.keyboard],
  ['API guide', '/docs/guide', MORE_ICONS.guide],
];

export const JUMP = `
const pages = document.querySelector('.tabs');
if (pages) {
  const iconOf = (path) => '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="' + path + '"/></svg>';
  const magnifier = iconOf('${MORE_ICONS.search}');
  const dialog = document.createElement('dialog');
  dialog.className = 'jump';
  dialog.setAttribute('aria-label', 'Jump to');
  dialog.innerHTML = '<form>' + magnifier + '<input aria-label="A page, or the code of a link" placeholder="A page, or the code of a link" autocomplete="off" autocapitalize="none" spellcheck="false"><button class="text" type="button">Cancel</button><div></div><p class="line soft small"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> opens</span><span><kbd>Esc</kbd> closes</span></p><p class="unseen" role="status"></p></form>';
  document.body.append(dialog);
  const [form, field, cancel, list, status] = ['form', 'input', 'button', 'div', '[role=status]'].map((name) => dialog.querySelector(name));
  const [overview, links, ...others] = [...pages.querySelectorAll('a')].map((one) => [one.childNodes[1].data, one.getAttribute('href'), one.querySelector('path').getAttribute('d')]);
  const groups = [
    ['Actions', ${JSON.stringify(ACTIONS)}],
    ['Go to', [overview, links, ${JSON.stringify(TAGS)}, ...others, ...${JSON.stringify(PAGES)}]],
  ];
  const item = ([words, href, icon, key]) => {
    const [row, link] = ['li', 'a'].map((name) => document.createElement(name));
    link.innerHTML = iconOf(icon);
    link.append(words);
    link.href = href;
    if (key) link.append(Object.assign(document.createElement('kbd'), { textContent: key }));
    row.append(link);
    return row;
  };
  const showGroup = (name, goals) => {
    if (goals.length === 0) return;
    const [title, rows] = ['p', 'ul'].map((name) => document.createElement(name));
    title.textContent = name;
    rows.append(...goals.map(item));
    list.append(title, rows);
  };
  const showGoals = () => {
    const text = field.value.trim();
    list.replaceChildren();
    for (const [name, goals] of groups) showGroup(name, goals.filter(([words]) => words.toLowerCase().includes(text.toLowerCase())));
    if (text) showGroup('Links', [['Link ' + text, '/console/jump?to=' + encodeURIComponent(text), '${ICONS.links}']]);
    const links = list.querySelectorAll('a');
    links[0].className = 'first';
    status.textContent = links.length === 1 ? '1 result' : links.length + ' results';
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
    list.querySelector('a').click();
  });
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll('a')];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
  for (const place of [pages, document.querySelector('.side')]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet jump-to';
    button.innerHTML = magnifier + 'Jump to…';
    button.append(Object.assign(document.createElement('kbd'), { textContent: /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K' }));
    button.addEventListener('click', open);
    place.append(button);
  }
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (dialog.open) dialog.close();
      else open();
    }
  });
}
`;
