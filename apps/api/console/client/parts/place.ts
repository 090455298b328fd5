/** Another range of statistics loads the page again: it is then where it was, with the focus on the chosen range. */

const KEPT = 'console-place';

type Place = { readonly path: string; readonly top: number };

const keep = () => sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, top: scrollY } as Place));

/** Keeps the place of a page with statistics through a change of their range. */
export function keepPlace(): void {
  const kept: Place | null = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  sessionStorage.removeItem(KEPT);
  // The browser scrolls to the anchor of the address until the page is loaded.
  if (kept?.path === location.pathname)
    addEventListener('load', () => {
      scrollTo({ top: kept.top, behavior: 'instant' });
      document.querySelector<HTMLElement>('.range [aria-current]')?.focus({ preventScroll: true });
    });
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('.range a') && !event.ctrlKey && !event.metaKey && !event.shiftKey) keep();
  });
  document.addEventListener('submit', ({ target }) => {
    if ((target as Element).matches('.range form')) keep();
  });
}
