/**
 * The search of links. The list follows the filter: 400 ms after the last key, and at once after any other change. It
 * asks again where it is told to wait. Anything but the list, such as the sign-in, is shown as a page. A page without
 * links need not be the last, so the search goes on.
 */
import { announce } from './announce';
import { showSelected } from './selection';
import { fieldOf, find, paramsOf, parsePage } from './shared';
import { showTimes } from './times';

const PAUSE_MS = 400;
const ASK_AGAIN_S = 5;
const PAGES_AT_ONCE = 20;

/** The address of a filtered list. */
function addressOf(form: HTMLFormElement): string {
  const params = paramsOf(form).toString();
  return form.getAttribute('action') + (params && `?${params}`);
}

function followFilter(form: HTMLFormElement): void {
  const field = fieldOf(form, 'search');
  const says = find(form, '[data-says]');
  let shown = addressOf(form);
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
    shown = addressOf(form);
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
    if (addressOf(form) === shown) clearTimeout(timer);
    else askIn(ms, addressOf(form));
  }

  field.addEventListener('input', () => change(PAUSE_MS));
  form.addEventListener('change', ({ target }) => {
    if (target !== field) change(0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    change(0);
  });
  // A search that came by its address goes on, too.
  goOn(document.getElementById('found'), 2);
}

export function search(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-search]')) {
    form.dataset.search = 'on';
    followFilter(form);
  }
}
