/** The list of links once it is used: what its panels, keys and bars do. */
import { useOwnZone } from './parts/link-fields';
import { followClearing } from './parts/selection';
import { find, run } from './parts/shared';
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

/** Esc clears the selection, unless it closes a panel or belongs to a field. */
function clearByKey(): void {
  document.addEventListener('keydown', ({ key, target }) => {
    const clear = document.querySelector<HTMLElement>('[data-clear]');
    if (key !== 'Escape' || !clear?.checkVisibility() || document.querySelector(':popover-open,dialog[open]')) return;
    if (!(target as Element).matches('input:not([type=checkbox]),select,textarea')) clear.click();
  });
}

/** The keys j and k go to the next row and to the one before, where single keys are on. */
function moveByKeys(): void {
  document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    const step = { j: 1, k: -1 }[key];
    if (!step || ctrlKey || metaKey || altKey || document.documentElement.dataset.keys !== 'on') return;
    if ((target as Element).closest('input:not([type=checkbox]),select,textarea,dialog')) return;
    const rows = [...document.querySelectorAll('.pickable')];
    const now = rows.findIndex((row) => row.matches(':focus-within'));
    rows[now + step]?.querySelector<HTMLElement>('.name')?.focus();
  });
}

/** The button that closes the filter on a phone says how many links the list has, whenever that changes. */
function countFound(): void {
  const button = document.querySelector('.narrow > [type=submit]');
  // An account without links has no filter.
  if (!button) return;
  const show = () => {
    const range = document.querySelector('[data-range]')?.textContent ?? '0 links';
    const count = /((?:more than )?[\d,]+\+?) (?:found|link)/.exec(range)?.[1];
    const words = count ? `Show ${count} ${count === '1' ? 'link' : 'links'}` : 'Show links';
    if (button.textContent !== words) button.textContent = words;
  };
  new MutationObserver(show).observe(find(document, 'main'), { childList: true, subtree: true });
  show();
}

/** The names of the tags that a row shows, and of those that it only counts. */
function listTags(row: Element): string[] {
  const shown = [...row.querySelectorAll('.in-line bdi')].map(({ textContent }) => textContent);
  return [...shown, ...(row.querySelector<HTMLElement>('.in-line [title]')?.title.split(', ') ?? [])];
}

/** Says of each tag how many of the selected links that the page shows have it, and puts those tags first. */
function countTags(): void {
  document.addEventListener(
    'toggle',
    (event) => {
      const panel = event.target as HTMLElement;
      if (panel.id !== 'change-tags' || (event as ToggleEvent).newState !== 'open') return;
      const rows = [...document.querySelectorAll('.pickable:has([name=codes]:checked)')].map(listTags);
      const shown = panel.closest('[data-elsewhere]') ? ' shown' : '';
      const pills = panel.querySelector('.pills');
      for (const label of [...panel.querySelectorAll('.pills label')].reverse()) {
        const name = find(label, 'bdi').textContent ?? '';
        const count = rows.filter((names) => names.includes(name)).length;
        label.querySelector('small')?.remove();
        if (count === 0) continue;
        const all = rows.length > 1 ? 'all' : 'has it';
        const words = shown || count < rows.length ? `${count} of ${rows.length}${shown}` : all;
        label.append(Object.assign(document.createElement('small'), { textContent: words }));
        pills?.querySelector('legend')?.after(label);
      }
      const others = panel.querySelector('details');
      const left = others?.querySelectorAll('label').length ?? 0;
      if (others) others.hidden = left === 0;
      if (left > 0) find(panel, 'summary').textContent = `Show ${left} more ${left === 1 ? 'tag' : 'tags'}`;
    },
    true,
  );
}

run(useOwnZone, pressNearest, followClearing, clearByKey, moveByKeys, countFound, countTags, countDown);
