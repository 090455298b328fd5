/** The form of a new link: its preview, and the suggestions of its alias. */
import '../styles/new-link.css';
import '../styles/link-fields.css';
import { previewText, showEnd, useOwnZone } from './parts/link-fields';
import { announce, find, findField, parsePage, run } from './parts/shared';
import { fillFromTemplates, followUtm } from './parts/utm';

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
  making.addEventListener('click', (event) => {
    const chip = (event.target as Element).closest<HTMLButtonElement>('button[name=alias]');
    if (!chip) return;
    event.preventDefault();
    const alias = find<HTMLInputElement>(making, 'input[name=alias]');
    alias.value = chip.value;
    alias.focus();
    alias.dispatchEvent(new Event('input', { bubbles: true }));
  });
  preview();
}

/** How long the alias waits for another keystroke. */
const PAUSE_MS = 400;

/** Says beside the alias what is wrong with it, or that it is free, as the server would show the field. */
function followAlias(): void {
  const alias = document.querySelector<HTMLInputElement>('input[name=alias]:enabled');
  const field = alias?.closest<HTMLElement>('.field');
  if (!alias || !field) return;
  let timer: number | undefined;
  let asked = 0;
  const say = async (mine: number) => {
    const response = await fetch(`/console/new-link/alias?${new URLSearchParams({ alias: alias.value })}`).catch(
      () => null,
    );
    if (!response?.ok || response.redirected || mine !== asked) return;
    const shown = parsePage(await response.text());
    const input = find(shown, 'input');
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = input.getAttribute(name);
      if (value === null) alias.removeAttribute(name);
      else alias.setAttribute(name, value);
    }
    for (const old of field.querySelectorAll('.bad,.free,.hint')) old.remove();
    find(document, '[data-preview=alias]').toggleAttribute('data-refused', input.ariaInvalid !== null);
    const lines = shown.querySelectorAll('.bad,.free,.hint');
    field.append(...lines);
    // Enter must create the link, and not choose the first alias.
    for (const chip of field.querySelectorAll('button')) chip.type = 'button';
    if (alias.value) announce(lines[0]?.textContent ?? '');
  };
  alias.addEventListener('input', () => {
    clearTimeout(timer);
    asked += 1;
    timer = setTimeout(say, PAUSE_MS, asked);
  });
}

/** Several addresses that are pasted as the destination go to the form of several links. */
function takeSeveral(): void {
  const part = find(document, '[data-several]');
  const [several, button] = [find<HTMLTextAreaElement>(part, 'textarea'), find<HTMLButtonElement>(part, 'button')];
  const form = button.form as HTMLFormElement;
  findField(form, 'url').addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.split('\n').filter((line) => line.trim()).length < 2) return;
    event.preventDefault();
    several.value = text;
    form.requestSubmit(button);
  });
}

run(useOwnZone, showEnd, followUtm, fillFromTemplates, followForm, followAlias, takeSeveral);
