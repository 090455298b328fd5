/** The form of a new link: its preview, and the suggestions of its alias. */
import '../styles/new-link.css';
import '../styles/link-fields.css';
import { previewText, showEnd } from './parts/link-fields';
import { find, findField, run } from './parts/shared';
import { followUtm } from './parts/utm';

/** The preview follows the form. The server has drawn it for the values that the page begins with. */
function followForm(): void {
  const making = find<HTMLFormElement>(document, 'form[data-making]');
  function preview(): void {
    // A refused value keeps its mark until it is changed.
    for (const part of document.querySelectorAll<HTMLElement>('[data-preview]:not([data-refused])')) {
      const name = part.dataset.preview ?? '';
      const text = previewText(name, making);
      part.textContent = text || (part.dataset.empty ?? '');
      const row = part.closest<HTMLElement>('dl>div');
      if (row) row.hidden = !text && name !== 'url';
    }
    const isRest = !findField(making, 'url')?.value && !findField(making, 'alias')?.value;
    find(document, '.preview').toggleAttribute('data-rest', isRest);
  }
  function change(name: string): void {
    document.querySelector(`[data-fields~="${name}"]`)?.removeAttribute('data-refused');
    preview();
  }

  making.addEventListener('input', ({ target }) => change((target as HTMLInputElement).name));
  for (const chip of making.querySelectorAll<HTMLButtonElement>('button[name=alias]')) {
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      const alias = find<HTMLInputElement>(making, 'input[name=alias]');
      alias.value = chip.value;
      alias.focus();
      change('alias');
    });
  }
  preview();
}

run(showEnd, followUtm, followForm);
