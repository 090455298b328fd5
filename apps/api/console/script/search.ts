/**
 * The search of links. The list follows the filter: 400 ms after the last key, and at once after any other change. It asks
 * again where it is told to wait. Anything but the list, such as the sign-in, is shown as a page. A page without links need
 * not be the last, so the search goes on.
 */
export const SEARCH = `
const SEARCH_PAUSE_MS = 400;
const ASK_AGAIN_S = 5;
const PAGES_AT_ONCE = 20;
function followFilter(form) {
  const field = form.elements.search;
  const says = form.querySelector('[data-says]');
  const addressOf = () => {
    const params = new URLSearchParams(new FormData(form)).toString();
    return form.getAttribute('action') + (params && '?' + params);
  };
  let shown = addressOf();
  let timer;
  let asked = 0;
  function say(words, isWrong) {
    says.textContent = words;
    says.className = isWrong ? 'bad' : 'hint';
    if (!isWrong) field.removeAttribute('aria-invalid');
  }
  function askIn(ms, address, pages) {
    clearTimeout(timer);
    timer = setTimeout(ask, ms, address, pages);
  }
  async function ask(address, pages = 1) {
    const mine = ++asked;
    form.ariaBusy = 'true';
    let response;
    try {
      response = await fetch(address);
    } catch {}
    if (mine !== asked) return;
    form.ariaBusy = 'false';
    if (!response || response.status === 429 || response.status === 503) {
      const seconds = Number(response && response.headers.get('Retry-After')) || ASK_AGAIN_S;
      say((response ? 'Many searches at once' : 'No connection') + ': asking again in ' + seconds + ' s.', true);
      return askIn(seconds * 1000, address, pages);
    }
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const found = page.getElementById('found');
    if (mine !== asked) return;
    if (!found) return location.assign(address);
    document.getElementById('found').replaceWith(found);
    const count = '[data-filters]';
    form.querySelector(count).replaceWith(page.querySelector(count));
    showTimes(found);
    history.replaceState(null, '', address);
    shown = addressOf();
    showSelected();
    const error = page.querySelector('[data-says].bad');
    const range = found.querySelector('[data-range]');
    const empty = found.querySelector('.empty h2');
    if (error) say(error.textContent, true);
    else say('', false);
    announce((range || empty || says).textContent);
    if (pages < PAGES_AT_ONCE) goOn(found, pages + 1);
  }
  function goOn(found, pages) {
    const next = found && found.querySelector('[data-next]');
    if (next) ask(next.getAttribute('href'), pages);
  }
  function change(ms) {
    asked += 1;
    if (addressOf() === shown) return clearTimeout(timer);
    askIn(ms, addressOf());
  }
  field.addEventListener('input', () => change(SEARCH_PAUSE_MS));
  form.addEventListener('change', ({ target }) => target !== field && change(0));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    change(0);
  });
  // A search that came by its address goes on, too.
  goOn(document.getElementById('found'), 2);
}
for (const form of document.querySelectorAll('[data-search]')) {
  form.dataset.search = 'on';
  followFilter(form);
}
`;
