/** Statistics: the value of each bar, tabs without a request, the reader's zone, and a refresh each minute. */
export const STATISTICS = `
// A chart says the value of the bar under a pointer, or of the one that the arrow keys have reached.
function readChart(chart) {
  const plot = chart.querySelector('.bars');
  const slots = [...chart.querySelectorAll('.slot')];
  const readout = chart.querySelector('[data-readout]');
  const atRest = readout.textContent;
  const words = slots.map((slot) => slot.querySelector('title').textContent);
  for (const slot of slots) slot.querySelector('title').remove();
  let at = -1;
  const choose = (next) => {
    if (slots[at]) slots[at].classList.remove('on');
    at = next;
    if (slots[at]) slots[at].classList.add('on');
    readout.textContent = at < 0 ? atRest : words[at];
    readout.classList.toggle('on', at >= 0);
    plot.setAttribute('aria-valuenow', Math.max(at, 0));
    plot.setAttribute('aria-valuetext', at < 0 ? atRest : words[at]);
  };
  const pointAt = (event) => {
    const { left, width } = plot.getBoundingClientRect();
    choose(Math.min(slots.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * slots.length))));
  };
  const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7, Home: -Infinity, End: Infinity };
  plot.setAttribute('role', 'slider');
  plot.setAttribute('tabindex', '0');
  plot.setAttribute('aria-valuemin', '0');
  plot.setAttribute('aria-valuemax', slots.length - 1);
  choose(-1);
  plot.addEventListener('pointermove', pointAt);
  plot.addEventListener('pointerdown', pointAt);
  plot.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && choose(-1));
  plot.addEventListener('focus', () => at < 0 && plot.matches(':focus-visible') && choose(slots.length - 1));
  plot.addEventListener('blur', () => choose(-1));
  plot.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return choose(-1);
    const step = KEYS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(Math.min(slots.length - 1, Math.max(0, (at < 0 ? slots.length : at) + step)));
  });
}
// A tab shows its pane at once, and the address keeps it for a reload.
function readTabs(card) {
  const tabs = [...card.querySelectorAll('[data-pane]')];
  for (const tab of tabs)
    tab.addEventListener('click', (event) => {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      for (const other of tabs) {
        const isChosen = other === tab;
        document.getElementById(other.dataset.pane).hidden = !isChosen;
        if (isChosen) other.setAttribute('aria-current', 'true');
        else other.removeAttribute('aria-current');
      }
      const [name, grouping] = [card.id, tab.dataset.pane.slice(5)];
      const csv = card.querySelector('.csv');
      csv.search = csv.search.replace(/grouping=\\w+/, 'grouping=' + grouping);
      const address = new URL(location.href);
      address.searchParams.set(name, grouping);
      history.replaceState(history.state, '', address);
    });
}
function readPart(part) {
  for (const chart of part.querySelectorAll('[data-chart]')) readChart(chart);
  if (part.querySelector('[data-pane]')) readTabs(part);
  const zones = part.querySelector('datalist');
  if (zones && Intl.supportedValuesOf)
    for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone')]) zones.append(new Option(zone, zone));
}
const live = document.querySelector('[data-refresh]');
for (const chart of document.querySelectorAll('[data-chart]')) if (!live || !live.contains(chart)) readChart(chart);
if (live) {
  const REFRESH_MS = 60000;
  const shown = new Map();
  const remember = (part) => {
    shown.set(part.dataset.part, part.outerHTML);
    return part;
  };
  for (const part of live.querySelectorAll('[data-part]')) readPart(remember(part));
  let readAt = Date.now();
  // A part that somebody uses stays as it is until the next refresh.
  const isUsed = (part) => part.matches(':hover') || part.contains(document.activeElement) || part.querySelector('details[open]');
  const refresh = async (change = {}) => {
    readAt = Date.now();
    const address = new URL(location.href);
    for (const name in change) address.searchParams.set(name, change[name]);
    const response = await fetch(address).catch(() => null);
    if (!response || !response.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const old of live.querySelectorAll('[data-part]')) {
      const next = page.querySelector('[data-part="' + old.dataset.part + '"]');
      if (!next || isUsed(old) || next.outerHTML === shown.get(old.dataset.part)) continue;
      old.replaceWith(next);
      readPart(remember(next));
      showTimes(next);
    }
  };
  const isDue = () => document.visibilityState === 'visible' && Date.now() - readAt >= REFRESH_MS;
  setInterval(() => isDue() && refresh(), 5000);
  document.addEventListener('visibilitychange', () => isDue() && refresh());
  // The first page of a browser has days of UTC. The server keeps the zone that this request names.
  if (live.dataset.refresh === 'zone') refresh({ tz: Intl.DateTimeFormat().resolvedOptions().timeZone });
}
`;
