/** The page of a link: its forms, its menu, and what can be undone. */
import '../styles/statistics.css';
import '../styles/link.css';
import '../styles/link-fields.css';
import { copyFields, offerShare } from './parts/copy';
import { showEnd, useOwnZone } from './parts/link-fields';
import { find, run } from './parts/shared';
import { countDown } from './parts/undo';
import { fillFromTemplates, followUtm } from './parts/utm';

/** A form that was refused has other values than the link, so its Cancel loads the page. */
const isRefused = (form: HTMLElement) => form.matches('[data-page],:has([data-page])');

/** Cancel and Esc close the form of a property without what was typed, and give its button the focus. */
function closeEdits(): void {
  document.addEventListener('click', (event) => {
    const cancel = (event.target as Element).closest('.change .line > a.button');
    const form = cancel?.closest('form');
    const part = form?.closest<HTMLDetailsElement>('.change');
    if (!form || !part || isRefused(form)) return;
    event.preventDefault();
    form.reset();
    form.dispatchEvent(new Event('input', { bubbles: true }));
    part.open = false;
    find(part, 'summary').focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || document.querySelector(':popover-open')) return;
    (event.target as Element).closest('.change[open]')?.querySelector<HTMLElement>('.line > a.button')?.click();
  });
}

/** The arrow keys move the focus in an open menu. */
function moveInMenus(): void {
  document.addEventListener('keydown', (event) => {
    const menu = (event.target as Element).closest('.menu:popover-open');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!menu || !step) return;
    event.preventDefault();
    const items = [...menu.querySelectorAll<HTMLElement>('a,button')];
    items.at((items.indexOf(event.target as HTMLElement) + step) % items.length)?.focus();
  });
}

/** What begins with the elements of the link, and begins anew with those that take their places. */
const mend = () => run(useOwnZone, showEnd, followUtm, fillFromTemplates);

run(closeEdits, moveInMenus, mend, () => countDown(() => run(copyFields, offerShare, mend)));
