/** The list of tags, which follows its search. It is loaded once somebody uses the page (parts/late.ts). */
import '../styles/tags.css';
import { announce, find, makeAddress, parsePage, run } from './parts/shared';

/** How long the list waits for another keystroke. */
const PAUSE_MS = 250;
const PARTS = ['#found', '#count'];

function followSearch(form: HTMLFormElement): void {
  let timer: number | undefined;
  let asked = 0;
  async function ask(): Promise<void> {
    const mine = ++asked;
    const address = makeAddress(form);
    const response = await fetch(address).catch(() => null);
    const page = parsePage((await response?.text()) ?? '');
    // Without a connection Enter tries again.
    if (mine !== asked || !response) return;
    if (!page.querySelector('#found')) return location.assign(address);
    for (const part of PARTS) find(document, part).replaceWith(find(page, part));
    history.replaceState(null, '', address);
    announce(find(document, '#count').textContent ?? '');
  }
  function askSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  }
  form.addEventListener('input', askSoon);
  // What was typed before this script was there.
  const field = find<HTMLInputElement>(form, 'input');
  if (field.value !== field.defaultValue) askSoon();
}

run(() => {
  for (const form of document.querySelectorAll<HTMLFormElement>('.over')) followSearch(form);
});
