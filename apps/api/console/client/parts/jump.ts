/**
 * Ctrl-K, or Command-K: the buttons and the dialog with its field, which takes at once what is typed. The rest is loaded
 * when the dialog first opens (../jump.ts).
 */
import { SEARCH_ICON } from '../../icons';
import { find } from './shared';

const LABEL = 'A page, a link or a tag';
const MAGNIFIER = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SEARCH_ICON}"/></svg>`;
// Enter finds the text even before the rest is there.
const DIALOG = `<form action="/console/jump">${MAGNIFIER}<input name="to" role="combobox" aria-expanded="true" aria-controls="jump-list" aria-autocomplete="list" aria-label="${LABEL}" placeholder="${LABEL}" autocomplete="off" autocapitalize="none" spellcheck="false"></form>`;

/** Adds the dialog to the page, and loads its style and its script. */
function makeDialog([href, src]: readonly string[]): HTMLDialogElement {
  const dialog = Object.assign(document.createElement('dialog'), { id: 'jump', className: 'jump', innerHTML: DIALOG });
  dialog.setAttribute('aria-label', 'Jump to');
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const script = Object.assign(document.createElement('script'), { src });
  // The field searches all the same. The next opening tries again.
  script.addEventListener('error', () => dialog.addEventListener('close', () => dialog.remove()));
  document.body.append(dialog, style, script);
  return dialog;
}

/** The dialog opens by its keys, or by a button: below the navigation in a wide window, beside the brand in a narrow one. */
export function addJump(): void {
  const pages = document.querySelector<HTMLElement>('.tabs');
  if (!pages) return;
  const findDialog = () => document.querySelector<HTMLDialogElement>('#jump');
  function open(): void {
    const dialog = findDialog() ?? makeDialog(pages?.dataset.jump?.split(' ') ?? []);
    const field = find<HTMLInputElement>(dialog, 'input');
    field.value = '';
    field.dispatchEvent(new Event('input'));
    dialog.showModal();
    field.focus();
  }

  for (const place of [pages, find(document, '.side')]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet jump-to';
    button.innerHTML = `${MAGNIFIER}Jump to…<kbd>${/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>`;
    button.addEventListener('click', open);
    place.append(button);
  }
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    const dialog = findDialog();
    if (dialog?.open) dialog.close();
    else open();
  });
}
