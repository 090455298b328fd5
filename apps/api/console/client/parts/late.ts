/**
 * Scripts that a page needs only once somebody uses it. They are loaded by the first act, or at once if the page opens
 * with a form, with something that can be undone, or with a draft.
 */
const ACTS = ['pointerdown', 'click', 'keydown', 'input'];
const OPENED = '.change[open],[data-left]';

/** The beginning of the keys of all drafts. */
export const DRAFT = 'draft ';
/** The key whose change tells other tabs that the session has ended. */
export const SIGNED_OUT = 'console-signed-out';

const hasDrafts = () =>
  [sessionStorage, localStorage].some((store) => Object.keys(store).some((key) => key.startsWith(DRAFT)));

/** Loads the late scripts of a page, in their order. */
export function loadLate(): void {
  const addresses = document.body.dataset.late?.split(' ') ?? [];
  const load = () => {
    for (const act of ACTS) document.removeEventListener(act, load, true);
    for (const src of addresses)
      document.body.append(Object.assign(document.createElement('script'), { src, async: false }));
  };
  for (const act of ACTS) document.addEventListener(act, load, true);
  // The scripts that a page loads at once run before, and hear the events of a restored draft.
  if (hasDrafts() || document.querySelector(OPENED)) document.addEventListener('DOMContentLoaded', load);
  // Other tabs may have drafts where this one has none.
  document.addEventListener('submit', ({ target }) => {
    if ((target as Element).matches('form[action$="/sign-out"]')) localStorage.setItem(SIGNED_OUT, String(Date.now()));
  });
}
