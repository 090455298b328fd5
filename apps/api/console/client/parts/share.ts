/** The button that opens the browser's menu to share. It appears only where the browser can share. */
export function share(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    button.hidden = !navigator.share;
    button.addEventListener('click', () => navigator.share({ url: button.dataset.share ?? '' }).catch(() => {}));
  }
}

/** A form that is opened gets the focus. */
export function focusOpened(): void {
  for (const change of document.querySelectorAll<HTMLDetailsElement>('details.change')) {
    change.addEventListener('toggle', () => {
      const field = change.querySelector<HTMLElement>('form :is(input:not([type=hidden]),textarea,select):enabled');
      if (change.open && field && !change.querySelector('[autofocus]')) field.focus();
    });
  }
}
