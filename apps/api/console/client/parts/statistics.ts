/** Statistics: the value of each bar, tabs without a new page, the reader's zone and place, and a refresh. */
import { find, parsePage } from './shared';
import { showTimes } from './times';

/** How long after it was opened, or its tab was, a page is read again often, and how often then and later. */
const FRESH_MS = 120_000;
const OFTEN_MS = 5_000;
const SELDOM_MS = 60_000;
/** The key under which a tab keeps the place on a page whose range or filter is about to change. */
const PLACE = 'statistics-place';
const RANGE = '.ranges [aria-current]';
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageDown', -7],
  ['PageUp', 7],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** A chart shows the value of the bar under the pointer, or of the one that the arrow keys have reached. */
function readChart(chart: Element): void {
  const plot = find(chart, '.bars');
  const slots = [...chart.querySelectorAll('.slot')];
  const readout = find(chart, '[data-readout]');
  const atRest = readout.textContent ?? '';
  const words = slots.map((slot) => {
    const title = slot.querySelector('title');
    title?.remove();
    return title?.textContent ?? '';
  });
  let at = -1;
  const choose = (next: number) => {
    slots[at]?.classList.remove('on');
    at = next;
    slots[at]?.classList.add('on');
    const text = words[at] ?? atRest;
    readout.textContent = text;
    readout.classList.toggle('on', at >= 0);
    plot.setAttribute('aria-valuenow', String(Math.max(at, 0)));
    plot.setAttribute('aria-valuetext', text);
  };
  const chooseNearest = (next: number) => choose(Math.min(slots.length - 1, Math.max(0, next)));
  const pointAt = (event: PointerEvent) => {
    const { left, width } = plot.getBoundingClientRect();
    chooseNearest(Math.floor(((event.clientX - left) / width) * slots.length));
  };
  plot.setAttribute('role', 'slider');
  plot.setAttribute('tabindex', '0');
  plot.setAttribute('aria-valuemin', '0');
  plot.setAttribute('aria-valuemax', String(slots.length - 1));
  choose(-1);
  plot.addEventListener('pointermove', pointAt);
  plot.addEventListener('pointerdown', pointAt);
  plot.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') choose(-1);
  });
  plot.addEventListener('focus', () => {
    if (at < 0 && plot.matches(':focus-visible')) choose(slots.length - 1);
  });
  plot.addEventListener('blur', () => choose(-1));
  plot.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return choose(-1);
    const step = STEPS.get(event.key);
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    chooseNearest((at < 0 ? slots.length : at) + step);
  });
}

/** The tab that was chosen last, whose card comes in place of the one that is there. */
let chosenTab: HTMLAnchorElement | undefined;

/** Shows the card that a tab leads to. The address keeps it for a reload. */
async function showTab(tab: HTMLAnchorElement, { id }: HTMLElement): Promise<void> {
  chosenTab = tab;
  const address = new URL(location.href);
  address.searchParams.set(id, new URL(tab.href).searchParams.get(id) ?? '');
  const response = await fetch(address).catch(() => null);
  const next = response?.ok && parsePage(await response.text()).getElementById(id);
  if (chosenTab !== tab) return;
  if (!next) return location.assign(tab.href);
  const old = find(document, `#${id}`);
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(next);
  readPart(next);
  if (hadFocus) find(next, '.panes [aria-current]').focus({ preventScroll: true });
  history.replaceState(history.state, '', address);
}

function readTabs(card: HTMLElement): void {
  for (const tab of card.querySelectorAll<HTMLAnchorElement>('.panes a'))
    tab.addEventListener('click', (event) => {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      showTab(tab, card);
    });
}

function readPart(part: HTMLElement): void {
  for (const chart of part.querySelectorAll('[data-chart]')) readChart(chart);
  readTabs(part);
  const zones = part.querySelector('datalist');
  if (zones && Intl.supportedValuesOf)
    for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone')]) zones.append(new Option(zone, zone));
}

const findParts = (live: Element) => live.querySelectorAll<HTMLElement>('[data-part]');

/** A part that is in use stays as it is until the next refresh. */
const isUsed = (part: HTMLElement) =>
  part.matches(':hover') ||
  part.contains(document.activeElement) ||
  part.querySelector('details[open],:popover-open') !== null;

/** Refreshes the parts that have changed, while the page is visible: often at first, then each minute. */
function refreshParts(live: HTMLElement): void {
  const shown = new Map<string | undefined, string>();
  const remember = (part: HTMLElement) => {
    shown.set(part.dataset.part, part.outerHTML);
    return part;
  };
  for (const part of findParts(live)) readPart(remember(part));
  let readAt = Date.now();
  let seenAt = readAt;
  const refresh = async (change: Record<string, string> = {}) => {
    readAt = Date.now();
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value);
    const response = await fetch(address).catch(() => null);
    if (!response?.ok || response.redirected) return;
    const page = parsePage(await response.text());
    const first = page.querySelector<HTMLElement>('[data-refresh="on"]');
    // The first click has arrived. The page has figures in place of the words that there are none.
    if (live.dataset.refresh === 'empty' && first && !isUsed(live)) {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seeAgain);
      live.replaceWith(first);
      showTimes(first);
      return refreshParts(first);
    }
    for (const old of findParts(live)) {
      const next = page.querySelector<HTMLElement>(`[data-part="${old.dataset.part}"]`);
      if (!next || isUsed(old) || next.outerHTML === shown.get(old.dataset.part)) continue;
      old.replaceWith(next);
      readPart(remember(next));
      showTimes(next);
    }
  };
  const refreshIfDue = () => {
    const pause = Date.now() - seenAt < FRESH_MS ? OFTEN_MS : SELDOM_MS;
    // A timer may be a little early.
    if (document.visibilityState === 'visible' && Date.now() - readAt >= pause - 100) refresh();
  };
  const seeAgain = () => {
    seenAt = Date.now();
    refreshIfDue();
  };
  const timer = setInterval(refreshIfDue, OFTEN_MS);
  document.addEventListener('visibilitychange', seeAgain);
  // The first page of a browser has days of UTC. The server keeps the zone that this request names.
  if (live.dataset.refresh === 'zone') refresh({ tz: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

/** A link to another range or filter leads to the figures; the script keeps the place on the page instead. */
function keepPlace(): void {
  const [top, focused] = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]');
  sessionStorage.removeItem(PLACE);
  if (focused) {
    const control = document.querySelector<HTMLElement>(focused) ?? document.querySelector<HTMLElement>(RANGE);
    control?.focus({ preventScroll: true });
    scrollTo(0, top);
  }
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.live a[href$="#figures"]');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.pathname !== location.pathname) return;
    link.hash = '';
    sessionStorage.setItem(PLACE, JSON.stringify([scrollY, link.closest('.ranges') ? RANGE : '.filters a']));
  });
}

/** Reads the charts of a page, and refreshes its parts. */
export function showStatistics(): void {
  const live = document.querySelector<HTMLElement>('[data-refresh]');
  for (const chart of document.querySelectorAll('[data-chart]')) if (!live?.contains(chart)) readChart(chart);
  if (!live) return;
  refreshParts(live);
  keepPlace();
}
