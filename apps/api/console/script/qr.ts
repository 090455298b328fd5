/** The QR studio: its picture after each change, and the picture in the clipboard. */
export const QR = `
// The QR studio draws the picture anew a moment after each change. The server has all rules, so its page is read.
const studio = document.querySelector('form[data-studio]');
const DRAW_MS = 250;
let drawing = 0;
async function draw() {
  const turn = ++drawing;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(studio)) if (!query.has(name)) query.set(name, value.replace('#', ''));
  const address = studio.action + '?' + query;
  const response = await fetch(address);
  if (response.redirected || ![200, 400].includes(response.status)) return location.assign(address);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const seen = page.getElementById('seen');
  const old = seen.querySelector('img');
  if (old) {
    const picture = new Image();
    for (const { name, value } of old.attributes) picture.setAttribute(name, value);
    await picture.decode().catch(() => {});
    old.replaceWith(picture);
  }
  if (turn !== drawing) return;
  document.getElementById('seen').replaceChildren(...seen.childNodes);
  for (const field of studio.querySelectorAll('input[id]')) {
    field.ariaInvalid = page.getElementById(field.id).ariaInvalid;
    const words = [field, page.getElementById(field.id)].map((one) => one.parentElement.querySelector('.bad'));
    if (words[0]) words[0].remove();
    if (words[1]) field.after(words[1]);
  }
  const hint = page.getElementById('size-hint');
  if (hint) document.getElementById('size-hint').textContent = hint.textContent;
  const presets = page.querySelectorAll('[data-preset]');
  document.querySelectorAll('[data-preset]').forEach((link, index) => {
    link.href = presets[index].getAttribute('href');
    if (presets[index].ariaCurrent) link.ariaCurrent = 'true';
    else link.removeAttribute('aria-current');
  });
  document.querySelector('[data-said]').textContent =
    [...document.querySelectorAll('#seen :is(.alert,[data-verdict])')].map((one) => one.textContent).join(' ');
  history.replaceState(null, '', address);
  offerCopies();
}
function offerCopies() {
  for (const button of document.querySelectorAll('[data-copy-picture]')) {
    if (!window.ClipboardItem) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const picture = fetch(button.dataset.copyPicture).then((response) => response.blob());
      try {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not copied';
      }
      setTimeout(() => { button.textContent = 'Copy as image'; }, 1500);
    });
  }
}
if (studio) {
  let timer;
  const drawSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, DRAW_MS);
  };
  studio.querySelector('button').hidden = true;
  const wells = [...studio.querySelectorAll('[data-well]')];
  // A well takes only six digits, so a text that is not yet a colour leaves it as it is.
  const fillWells = () => {
    for (const well of wells) {
      const hex = studio.elements[well.dataset.well].value.trim().replace(/^#?/, '#');
      if (/^#[0-9a-f]{6}$/i.test(hex)) well.value = hex;
    }
  };
  for (const well of wells) {
    well.hidden = false;
    well.addEventListener('input', () => { studio.elements[well.dataset.well].value = well.value; });
  }
  fillWells();
  studio.addEventListener('input', fillWells);
  studio.addEventListener('input', drawSoon);
  studio.addEventListener('submit', (event) => {
    event.preventDefault();
    drawSoon();
  });
  for (const link of document.querySelectorAll('[data-preset]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const chosen = new URL(link.href).searchParams;
      for (const name of ['size', 'margin', 'level']) studio.elements[name].value = chosen.get(name);
      for (const name of ['color', 'bgColor']) studio.elements[name].value = '#' + chosen.get(name);
      fillWells();
      drawSoon();
    });
  }
  offerCopies();
}
`;
