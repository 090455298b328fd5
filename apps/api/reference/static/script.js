// Copies samples, applies the choice of a language to all of them, and filters lists. Without it all texts are there.

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

// A filter hides the rows without its words, and opens what is closed while there are words.
const filter = document.querySelector('.filter');
if (filter) {
  const field = filter.querySelector('input');
  const rows = [...document.querySelectorAll('.operations li, .every-error > li')];
  const status = filter.querySelector('[role=status]');
  const shown = () => rows.filter((row) => !row.hidden);
  filter.hidden = false;
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const open = [...row.children].filter((one) => !one.matches('details'));
      const text = `${row.id} ${open.map((one) => one.textContent).join(' ')}`.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    for (const closed of document.querySelectorAll('.folded')) {
      closed.open = words.length > 0;
      closed.hidden = rows.every((row) => row.hidden || !closed.contains(row));
    }
    for (const chapter of document.querySelectorAll('.chapter')) {
      const own = rows.filter((row) => chapter.contains(row));
      chapter.hidden = own.every((row) => row.hidden);
    }
    const { length } = shown();
    const { unit } = filter.dataset;
    status.textContent = words.length === 0 ? '' : length === 1 ? `1 ${unit}` : `${length} ${unit}s`;
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') shown()[0]?.querySelector('a').click();
  });
}

// The table of contents marks the section that is read: the last one that begins in the upper third of the window.
const entries = [...document.querySelectorAll('.contents a')];
const ids = new Set(entries.map((entry) => entry.hash.slice(1)));
const sections = [...ids].map((id) => document.getElementById(id));
function mark() {
  const read = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3) ?? sections[0];
  for (const entry of entries) {
    if (entry.hash === `#${read?.id}`) entry.setAttribute('aria-current', 'location');
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

// The search loads at its first use. The key / leads to it.
const search = document.getElementById('search');
search.addEventListener('focus', () => import('/docs/search.js'), { once: true });
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return;
  event.preventDefault();
  search.focus();
});
