// Copies samples, applies the choice of a language to all of them, and finds operations. Without it all texts are there.

const LANGUAGE = 'swiftlet-language';

// A browser may refuse the storage. Then the choice lasts as long as the page.
const remember = (language) => {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {}
};
const remembered = () => {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
};

function choose(language) {
  for (const radio of document.querySelectorAll('.sample input')) radio.checked = radio.value === language;
}

const known = [...document.querySelectorAll('.sample input')].map((radio) => radio.value);
if (known.includes(remembered())) choose(remembered());

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.sample input')) return;
  // The samples above may get longer or shorter. The chosen one stays where it is.
  const before = target.getBoundingClientRect().top;
  choose(target.value);
  scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  remember(target.value);
});

for (const button of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const texts = [...button.closest('.sample, dd').querySelectorAll('pre, dd > code')];
    const code = texts.find((text) => text.offsetParent !== null);
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
}

const find = document.getElementById('find');
if (find) {
  const search = find.closest('search');
  const rows = [...document.querySelectorAll('.operations li')];
  const status = search.querySelector('[role=status]');
  const shown = () => rows.filter((row) => !row.hidden);
  search.hidden = false;
  find.addEventListener('input', () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = `${row.id} ${row.textContent}`.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    for (const closed of document.querySelectorAll('.operator')) closed.open = words.length > 0;
    for (const chapter of document.querySelectorAll('.chapter'))
      chapter.hidden = chapter.querySelector('li:not([hidden])') === null;
    const { length } = shown();
    status.textContent = words.length === 0 ? '' : length === 1 ? '1 endpoint' : `${length} endpoints`;
  });
  find.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') shown()[0]?.querySelector('a').click();
  });
  if (location.hash === '#find') find.focus();
}

// The table of contents marks the section that is read: the last one that begins in the upper third of the window.
const entries = [...document.querySelectorAll('.contents a')];
const sections = entries.map((entry) => document.getElementById(entry.hash.slice(1)));
function mark() {
  const read = sections.findLastIndex((section) => section.getBoundingClientRect().top < innerHeight / 3);
  for (const [index, entry] of entries.entries()) {
    if (index === read) entry.setAttribute('aria-current', 'location');
    else entry.removeAttribute('aria-current');
  }
}
// An address may name a field or an error that is closed. And a menu that covers the page closes when it was used.
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  const closed = target?.closest('details:not([open])');
  if (!closed) return;
  closed.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);
reveal();
for (const entry of entries) {
  entry.addEventListener('click', () => {
    for (const menu of document.querySelectorAll('.menu, .margin')) menu.open = false;
  });
}
if (entries.length > 0) {
  let isWaiting = false;
  addEventListener('scroll', () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark();
    });
  });
  mark();
}

// The key / leads to the search, as in the console.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return;
  event.preventDefault();
  if (find) find.focus();
  else location.assign('/docs#find');
});
