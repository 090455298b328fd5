/** Buttons that copy or share a text. They are shown only where the browser can do it. */
import { announce } from './shared';

const COPIED_MS = 1500;

/** Says for a moment that a text is copied. */
function sayCopied(reset: () => void): void {
  announce('Copied');
  setTimeout(() => {
    reset();
    announce('');
  }, COPIED_MS);
}

/** Copies the text of a field or an element, or selects it where the browser refuses. */
export function copyFields(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const field = document.getElementById(button.dataset.copy ?? '');
    if (!navigator.clipboard || !field) continue;
    const input = 'value' in field ? (field as HTMLInputElement) : null;
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(input?.value ?? field.dataset.text ?? field.textContent ?? '');
      } catch {
        if (input) input.select();
        else getSelection()?.selectAllChildren(field);
        return;
      }
      const label = button.textContent;
      button.textContent = 'Copied';
      sayCopied(() => {
        button.textContent = label;
      });
    });
  }
}

/** The text of a field that cannot be changed is selected when the field gets the focus. */
export function selectReadOnly(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[readonly]'))
    field.addEventListener('focus', () => field.select());
}

/** Copies the text that a button in a row has. */
export function copyRows(): void {
  if (navigator.clipboard) document.documentElement.dataset.clipboard = '';
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copies]');
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copies ?? '');
    } catch {
      return;
    }
    button.dataset.copied = '';
    sayCopied(() => {
      delete button.dataset.copied;
    });
  });
}

/** Opens the browser's menu to share. */
export function offerShare(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    button.hidden = !navigator.share;
    button.addEventListener('click', () => navigator.share({ url: button.dataset.share ?? '' }).catch(() => {}));
  }
}
