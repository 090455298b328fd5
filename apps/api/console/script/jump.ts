/** Ctrl-K jumps to a page, or to a link by its code. */
export const JUMP = `
// Ctrl-K, or Command-K, opens a list of the pages. A text that is no page is looked up as a link.
const pages = document.querySelector('.tabs');
if (pages) {
  const dialog = document.createElement('dialog');
  dialog.className = 'jump';
  dialog.setAttribute('aria-label', 'Jump to');
  dialog.innerHTML = '<form><input aria-label="A page, or the code of a link" placeholder="A page, or the code of a link" autocomplete="off" autocapitalize="none" spellcheck="false"><ul></ul><p class="line soft small"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> opens</span><span><kbd>Esc</kbd> closes</span></p><p class="unseen" role="status"></p></form>';
  document.body.append(dialog);
  const [form, field, list, status] = ['form', 'input', 'ul', '[role=status]'].map((name) => dialog.querySelector(name));
  const goals = [
    ['New link', '/console/new-link'],
    ['New key', '/console/keys'],
    ...[...pages.querySelectorAll('a')].map((one) => [one.lastChild.nodeType === 3 ? one.lastChild.data.trim() : one.childNodes[1].data.trim(), one.getAttribute('href')]),
    ['Tags', '/console/tags'],
    ['Activity', '/console/activity'],
    ['Keyboard shortcuts', '/console/account#single-keys'],
    ['API guide', '/docs/guide'],
  ];
  const item = (words, href) => {
    const [row, link] = ['li', 'a'].map((name) => document.createElement(name));
    link.textContent = words;
    link.href = href;
    row.append(link);
    return row;
  };
  const showGoals = () => {
    const text = field.value.trim();
    const found = goals.filter(([words]) => words.toLowerCase().includes(text.toLowerCase()));
    list.replaceChildren(...found.map(([words, href]) => item(words, href)));
    if (text) list.append(item('Link ' + text, '/console/jump?to=' + encodeURIComponent(text)));
    // The rest of the page is inert while the dialog is open, so the dialog has a line of its own.
    status.textContent = list.children.length === 1 ? '1 result' : list.children.length + ' results';
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
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll('a')];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet jump-to';
  button.textContent = 'Jump to… ';
  button.append(Object.assign(document.createElement('kbd'), { textContent: /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K' }));
  button.addEventListener('click', open);
  pages.append(button);
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (dialog.open) dialog.close();
      else open();
    }
  });
}
`;
