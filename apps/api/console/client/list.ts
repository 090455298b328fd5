/** The lists of links and of tags. */
import '../styles/list.css';
import '../styles/tags.css';
import { followSelection, showSelected } from './parts/selection';
import { announce, find, findField, parsePage, readParams, run } from './parts/shared';
import { showTimes } from './parts/times';
import { countDown } from './parts/undo';

/** Enter in the field of a change presses the button beside it, not the first one of the form. */
function pressNearest(): void {
  document.addEventListener('keydown', (event) => {
    const field = event.target as Element;
    const panel = event.key === 'Enter' && field.matches('.deeds input') && field.closest('.panel');
    if (!panel) return;
    event.preventDefault();
    find(panel, '[type=submit]').click();
  });
}

/** How long the list waits for another keystroke. */
const PAUSE_MS = 400;
const ASK_AGAIN_S = 5;
const PAGES_AT_ONCE = 20;

/** The address of a filtered list. */
function makeAddress(form: HTMLFormElement): string {
  const params = readParams(form).toString();
  return form.getAttribute('action') + (params && `?${params}`);
}

/**
 * The list follows the filter: a moment after the last keystroke, and at once after any other change. Anything but the
 * list, such as the sign-in, is shown as a page. A page without links need not be the last, so the search goes on.
 */
function followFilter(form: HTMLFormElement): void {
  const field = findField(form, 'search');
  const says = find(form, '[data-says]');
  let shown = makeAddress(form);
  let timer: number | undefined;
  let asked = 0;

  function say(words: string, isWrong: boolean): void {
    says.textContent = words;
    says.className = isWrong ? 'bad' : 'hint';
    if (!isWrong) field.removeAttribute('aria-invalid');
  }
  function askIn(ms: number, address: string, pages = 1): void {
    clearTimeout(timer);
    timer = setTimeout(ask, ms, address, pages);
  }
  async function ask(address: string, pages = 1): Promise<void> {
    const mine = ++asked;
    form.ariaBusy = 'true';
    const response = await fetch(address).catch(() => null);
    if (mine !== asked) return;
    form.ariaBusy = 'false';
    if (!response || response.status === 429 || response.status === 503) {
      const seconds = Number(response?.headers.get('Retry-After')) || ASK_AGAIN_S;
      say(`${response ? 'Many searches at once' : 'No connection'}: asking again in ${seconds} s.`, true);
      return askIn(seconds * 1000, address, pages);
    }
    const page = parsePage(await response.text());
    const found = page.getElementById('found');
    if (mine !== asked) return;
    if (!found) return location.assign(address);
    show(page, found, address);
    if (pages < PAGES_AT_ONCE) goOn(found, pages + 1);
  }
  /** Shows the list of a page in place of the one that is there. */
  function show(page: Document, found: HTMLElement, address: string): void {
    find(document, '#found').replaceWith(found);
    find(form, '[data-filters]').replaceWith(find(page, '[data-filters]'));
    showTimes(found);
    history.replaceState(null, '', address);
    shown = makeAddress(form);
    showSelected();
    const error = page.querySelector('[data-says].bad');
    say(error?.textContent ?? '', error !== null);
    const words = found.querySelector('[data-range]') ?? found.querySelector('.empty h2') ?? says;
    announce(words.textContent ?? '');
  }
  function goOn(found: HTMLElement | null, pages: number): void {
    const next = found?.querySelector('[data-next]')?.getAttribute('href');
    if (next) ask(next, pages);
  }
  function change(ms: number): void {
    asked += 1;
    if (makeAddress(form) === shown) clearTimeout(timer);
    else askIn(ms, makeAddress(form));
  }

  field.addEventListener('input', () => change(PAUSE_MS));
  form.addEventListener('change', ({ target }) => {
    if (target !== field) change(0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    change(0);
  });
  // A search that was opened by its address goes on, too.
  goOn(document.getElementById('found'), 2);
}

function startSearch(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-search]')) {
    form.dataset.search = 'on';
    followFilter(form);
  }
}

run(followSelection, pressNearest, startSearch, countDown);
