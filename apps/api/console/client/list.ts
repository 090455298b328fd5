/** The list of links, as it opens. */
import '../styles/list.css';
import '../styles/link-fields.css';
import { followSelection, showSelected } from './parts/selection';
import { announce, find, findField, makeAddress, parsePage, run } from './parts/shared';
import { showTimes } from './parts/times';

/** How long the list waits for another keystroke. */
const PAUSE_MS = 400;
const ASK_AGAIN_S = 5;
const PAGES_AT_ONCE = 20;

/** Adds the rows that a list lacks, each before the one that follows it, so that the others stay as they are. */
function addRows(list: Element, all: Element): void {
  const codeOf = (row: Element) => row.querySelector<HTMLInputElement>('[name=codes]')?.value;
  const kept = new Map([...list.children].map((row) => [codeOf(row), row]));
  let below: Element | null = null;
  for (const row of [...all.children].reverse()) {
    const mine = kept.get(codeOf(row));
    if (!mine) list.insertBefore(row, below);
    below = mine ?? row;
  }
}

/**
 * The list follows the filter: a moment after the last keystroke, and at once after any other change. Anything but the
 * list, such as the sign-in, is shown as a page. A search that has not filled its page goes on by itself.
 */
function followFilter(form: HTMLFormElement): void {
  const field = findField(form, 'search');
  const says = find(form, '[data-says]');
  let wanted = makeAddress(form);
  let timer: number | undefined;
  let asked = 0;

  function say(words: string, isWrong: boolean): void {
    says.textContent = words;
    says.className = isWrong ? 'bad' : 'hint';
    if (!isWrong) field.removeAttribute('aria-invalid');
  }
  function setBusy(isBusy: boolean): void {
    form.ariaBusy = find(document, '#found').ariaBusy = String(isBusy);
  }
  function askIn(ms: number, address: string, pages: number): void {
    clearTimeout(timer);
    timer = setTimeout(ask, ms, address, pages);
  }
  async function ask(address: string, pages: number): Promise<void> {
    const mine = ++asked;
    setBusy(true);
    const response = await fetch(withZone(address)).catch(() => null);
    if (mine !== asked) return;
    if (!response || response.status === 429 || response.status === 503) {
      const seconds = Number(response?.headers.get('Retry-After')) || ASK_AGAIN_S;
      say(`${response ? 'Many searches at once' : 'No connection'}: asking again in ${seconds} s.`, true);
      return askIn(seconds * 1000, address, pages);
    }
    const page = parsePage(await response.text());
    const found = page.getElementById('found');
    if (mine !== asked) return;
    if (!found) return location.assign(address);
    if (pages === 1) showList(page, found, address);
    else showMore(found);
    setBusy(false);
    showTimes(find(document, '#found'));
    showSelected();
    const error = page.querySelector('[data-says].bad');
    say(error?.textContent ?? '', error !== null);
    goOn(pages);
  }
  /** The days of the filter are those of the reader's zone, which the server asks for once. */
  function withZone(address: string): string {
    if (form.dataset.asksZone === undefined) return address;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return `${address}${address.includes('?') ? '&' : '?'}tz=${encodeURIComponent(timeZone)}`;
  }
  /** Shows the list of a page in place of the one that is there, and a tag that was typed as a box. */
  function showList(page: Document, found: HTMLElement, address: string): void {
    find(document, '#found').replaceWith(found);
    find(form, '[data-filters]').replaceWith(find(page, '[data-filters]'));
    const typed = form.querySelector<HTMLInputElement>('[list]');
    if (typed?.value) {
      const hadFocus = typed === document.activeElement;
      typed.closest('fieldset')?.replaceWith(page.querySelector('.filter [list]')?.closest('fieldset') ?? '');
      if (hadFocus) form.querySelector<HTMLElement>('[list]')?.focus();
    }
    document.title = page.title;
    history.replaceState(null, '', address);
    wanted = makeAddress(form);
  }
  /** Adds what the search has found since. */
  function showMore(found: HTMLElement): void {
    const now = find(document, '#found');
    const [list, all] = [now.querySelector('.rows'), found.querySelector('.rows')];
    if (list && all) {
      addRows(list, all);
      for (const part of ['[data-range]', '.paging']) find(now, part).replaceWith(found.querySelector(part) ?? '');
    } else {
      now.replaceWith(found);
    }
  }
  function goOn(pages: number): void {
    const found = find(document, '#found');
    const on = found.querySelector('[data-on]')?.getAttribute('href');
    const goesOn = on && pages < PAGES_AT_ONCE;
    if (!goesOn) announce((found.querySelector('[data-range]') ?? found.querySelector('.empty h2'))?.textContent ?? '');
    else if (pages === 1) announce('Searching…');
    if (goesOn) ask(on, pages + 1);
  }
  function change(ms: number): void {
    const address = makeAddress(form);
    if (address === wanted && ms > 0) return;
    wanted = address;
    asked += 1;
    askIn(ms, address, 1);
  }

  field.addEventListener('input', () => change(PAUSE_MS));
  form.addEventListener('input', ({ target }) => {
    const { list, value } = target as HTMLInputElement;
    if ([...(list?.options ?? [])].some((option) => option.value === value)) change(0);
  });
  form.addEventListener('change', ({ target }) => {
    if (target !== field && makeAddress(form) !== wanted) change(0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    find(form, '.narrow').hidePopover();
    change(0);
  });
  // A search that was opened by its address goes on, too.
  if (document.querySelector('[data-on]')) goOn(1);
}

function startSearch(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-search]')) {
    form.dataset.search = 'on';
    followFilter(form);
  }
}

run(followSelection, startSearch);
