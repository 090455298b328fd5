/** The button that opens the browser's menu to share. */
export const SHARE = `
// Share buttons appear only where the browser can share.
for (const button of document.querySelectorAll('[data-share]')) {
  button.hidden = !navigator.share;
  button.addEventListener('click', () => navigator.share({ url: button.dataset.share }).catch(() => {}));
}
// A form that is opened gets the focus.
for (const change of document.querySelectorAll('details.change')) {
  change.addEventListener('toggle', () => {
    const field = change.querySelector('form :is(input:not([type=hidden]),textarea,select):enabled');
    if (change.open && field && !change.querySelector('[autofocus]')) field.focus();
  });
}
`;
