/** What the browser does not do for popovers and details: lift one that the page shows open, and mind the focus. */

const findButton = (panel: HTMLElement) => document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`);

/** Opens the popover and all details around an element, for what is in them and not for somebody who goes there. */
export function openAround(one: Element): void {
  for (let part = one.closest('details'); part; part = part.parentElement?.closest('details') ?? null) {
    if (!part.open) part.dataset.opened = '';
    part.open = true;
  }
  const panel = one.closest<HTMLElement>('[popover]:not(:popover-open)');
  const source = panel && findButton(panel);
  if (source) panel.showPopover({ source });
}

/** A panel with an error stands in its place without script. The script lifts it above the page. */
export function liftPanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('.panel[data-open]')) {
    panel.popover = 'auto';
    openAround(panel);
  }
}

/** A click outside a panel leaves the focus to the page. Unless it is on something, the button of the panel gets it. */
function giveBack(panel: HTMLElement): void {
  const { activeElement } = document;
  if (!activeElement || activeElement.matches('body,main')) findButton(panel)?.focus({ preventScroll: true });
}

/** The first field of a part that is opened has the focus. The browser sees to it in popovers. */
function focusFirst(part: HTMLElement): void {
  const fields = part.matches('.change') ? 'form :is(input:not([type=hidden]),textarea,select):enabled' : '';
  const field = part.querySelector<HTMLElement>('[autofocus]') ?? (fields && part.querySelector<HTMLElement>(fields));
  if (!field || part.contains(document.activeElement?.closest('form') ?? null)) return;
  field.focus();
  if (field.matches('[type=text]')) (field as HTMLInputElement).select();
}

/** Minds the focus of all panels and details, also of those that a later answer brings. */
export function mindFocus(): void {
  document.addEventListener(
    'toggle',
    (event) => {
      const part = event.target as HTMLElement;
      const isOpen = (event as ToggleEvent).newState === 'open';
      if (part.popover && !isOpen) giveBack(part);
      else if (isOpen && part.matches('details:not([data-opened])')) focusFirst(part);
      delete part.dataset.opened;
    },
    true,
  );
  // A link of a menu leads to a place of the same page, which the menu would cover.
  document.addEventListener('click', ({ target }) => {
    (target as Element).closest('.menu a')?.closest<HTMLElement>('.menu')?.hidePopover();
  });
}
