/** The QR studio: its picture after each change, and the picture in the clipboard. */
import '../styles/qr.css';
import { drawLogo } from './parts/logo';
import { find, findField, parsePage, readParams } from './parts/shared';

const DRAW_MS = 250;

/** Offers to copy the picture where the browser can. */
function offerCopies(): void {
  if (!window.ClipboardItem) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy-picture]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const picture = fetch(button.dataset.copyPicture ?? '').then((response) => response.blob());
      try {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not copied';
      }
      setTimeout(() => {
        button.textContent = 'Copy as image';
      }, 1500);
    });
  }
}

/** Puts the picture of a page in place of its image, decoded, so that the new one appears at once. */
async function decodePicture(seen: HTMLElement): Promise<void> {
  const image = seen.querySelector('img');
  if (!image) return;
  const picture = new Image();
  for (const { name, value } of image.attributes) picture.setAttribute(name, value);
  await picture.decode().catch(() => {});
  image.replaceWith(picture);
}

/** Shows what the server's page says of each field, and where its presets lead. */
function showFields(studio: HTMLFormElement, page: Document): void {
  for (const field of studio.querySelectorAll<HTMLInputElement>('input[id]')) {
    const next = page.getElementById(field.id);
    if (!next) continue;
    field.ariaInvalid = next.ariaInvalid;
    field.parentElement?.querySelector('.bad')?.remove();
    const error = next.parentElement?.querySelector('.bad');
    if (error) field.after(error);
  }
  for (const hint of studio.querySelectorAll('[id$="-hint"]')) {
    const next = page.getElementById(hint.id);
    if (next) hint.replaceWith(next);
  }
  const [level, next] = [find(studio, '[data-level]'), find(page, '[data-level]')];
  if (level.dataset.level !== next.dataset.level) level.replaceWith(next);
  const presets = page.querySelectorAll<HTMLAnchorElement>('[data-preset]');
  document.querySelectorAll<HTMLAnchorElement>('[data-preset]').forEach((link, index) => {
    link.href = presets[index]?.getAttribute('href') ?? '';
    if (presets[index]?.ariaCurrent) link.ariaCurrent = 'true';
    else link.removeAttribute('aria-current');
  });
}

let drawing = 0;
/** Draws the picture anew. The server has all rules, so its page is read. */
async function draw(studio: HTMLFormElement): Promise<void> {
  const turn = ++drawing;
  const query = new URLSearchParams();
  for (const [name, value] of readParams(studio)) if (!query.has(name)) query.set(name, value.replace('#', ''));
  const address = `${studio.action}?${query}`;
  const response = await fetch(address);
  if (response.redirected || ![200, 400].includes(response.status)) return location.assign(address);
  const page = parsePage(await response.text());
  const seen = find(page, '#seen');
  await decodePicture(seen);
  if (turn !== drawing) return;
  find(document, '#seen').replaceChildren(...seen.childNodes);
  find(document, '[data-look]').replaceChildren(...find(page, '[data-look]').childNodes);
  for (const field of document.querySelectorAll<HTMLInputElement>('#kept [name=query]')) field.value = query.toString();
  showFields(studio, page);
  const says = [...document.querySelectorAll('#seen :is(.alert,[data-verdict]), [data-studio] .bad')];
  find(document, '[data-said]').textContent = says.map((one) => one.textContent).join(' ');
  history.replaceState(null, '', address);
  offerCopies();
}

/** A colour input takes only six digits, so a text that is not yet a colour leaves it as it is. */
function fillWells(studio: HTMLFormElement): void {
  for (const well of studio.querySelectorAll<HTMLInputElement>('[data-well]')) {
    const hex = findField(studio, well.dataset.well ?? '')
      .value.trim()
      .replace(/^#?/, '#');
    if (/^#[0-9a-f]{6}$/i.test(hex)) well.value = hex;
  }
}

/** The picture follows the form a moment after each change. */
function followForm(studio: HTMLFormElement): void {
  let timer: number | undefined;
  const drawSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, DRAW_MS, studio);
  };
  find(studio, 'button').hidden = true;
  for (const well of studio.querySelectorAll<HTMLInputElement>('[data-well]')) {
    well.hidden = false;
    well.addEventListener('input', () => {
      findField(studio, well.dataset.well ?? '').value = well.value;
    });
  }
  fillWells(studio);
  studio.addEventListener('input', () => {
    fillWells(studio);
    drawSoon();
  });
  studio.addEventListener('submit', (event) => {
    event.preventDefault();
    drawSoon();
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-preset]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const chosen = new URL(link.href).searchParams;
      for (const name of ['size', 'margin', 'level']) findField(studio, name).value = chosen.get(name) ?? '';
      for (const name of ['color', 'bgColor']) findField(studio, name).value = `#${chosen.get(name)}`;
      fillWells(studio);
      drawSoon();
    });
  }
  offerCopies();
}

const studio = document.querySelector<HTMLFormElement>('form[data-studio]');
if (studio) followForm(studio);
drawLogo();
