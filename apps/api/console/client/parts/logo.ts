/** Draws a chosen file as a PNG that is a logo, so that the server has only PNGs to read. */
import { announce, find } from './shared';

const PNG = 'image/png';
const [MAX_BYTES, MAX_SIDE] = [100_000, 1_000];
/** The greatest side that is stored, and those to try after it, until the file is small enough. */
const [STORED_SIDE, ...SIDES] = [512, 430, 360, 300, 250, 210, 180] as const;
const HINT = 'A PNG, SVG or JPEG. It is made to fit.';
const UNREADABLE = 'This file cannot be shown as a picture. Choose another PNG, SVG or JPEG.';
const DRAWN = 'Ready to upload, drawn as a PNG that fits.';

/** Whether the server takes the file as it is. */
async function isLogo(file: File): Promise<boolean> {
  if (file.type !== PNG || file.size > MAX_BYTES) return false;
  const header = await file.slice(16, 29).arrayBuffer();
  if (header.byteLength < 13) return false;
  const view = new DataView(header);
  const isInterlaced = view.getUint8(12) === 1;
  return view.getUint32(0) <= MAX_SIDE && view.getUint32(4) <= MAX_SIDE && !isInterlaced;
}

/** An SVG may have no size of its own, and is sharp at any, so it gets the greatest. */
async function sizeSvg(file: File): Promise<Blob> {
  const svg = new DOMParser().parseFromString(await file.text(), file.type as 'image/svg+xml').documentElement;
  const [, , across = 0, down = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const width = across || Number.parseFloat(svg.getAttribute('width') ?? '') || STORED_SIDE;
  const height = down || Number.parseFloat(svg.getAttribute('height') ?? '') || width;
  if (!across) svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const scale = STORED_SIDE / Math.max(width, height);
  svg.setAttribute('width', String(width * scale));
  svg.setAttribute('height', String(height * scale));
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: file.type });
}

/** Draws a picture as a PNG of at most 100 kB. @throws if the browser cannot show or draw it */
async function drawPng(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file.type === 'image/svg+xml' ? await sizeSvg(file) : file);
  const image = new Image();
  image.src = address;
  await image.decode().finally(() => URL.revokeObjectURL(address));
  const canvas = document.createElement('canvas');
  for (const side of [STORED_SIDE, ...SIDES]) {
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, PNG));
    if (png && png.size <= MAX_BYTES) return png;
  }
  throw new Error('The picture does not fit');
}

/**
 * Puts a PNG in place of the chosen file where the server would refuse that. What cannot be drawn is left to it.
 * @returns what to say
 */
async function replaceFile(field: HTMLInputElement): Promise<string> {
  const file = field.files?.[0];
  if (!file || (await isLogo(file))) return HINT;
  const png = await drawPng(file).catch(() => null);
  if (!png) return UNREADABLE;
  if (field.files?.[0] !== file) return HINT;
  const chosen = new DataTransfer();
  chosen.items.add(new File([png], file.name.replace(/\.\w+$|$/, '.png'), { type: PNG }));
  field.files = chosen.files;
  return DRAWN;
}

/** Takes any picture as a logo. The form waits until it is drawn. */
export function drawLogo(): void {
  const field = document.querySelector<HTMLInputElement>('[data-logo]');
  const form = field?.form;
  if (!field || !form) return;
  field.accept = 'image/*';
  const say = (words: string) => {
    const hint = document.getElementById(`${field.id}-hint`);
    if (hint) hint.textContent = words;
  };
  say(HINT);
  field.addEventListener('change', async () => {
    const button = find<HTMLButtonElement>(form, '[type=submit]');
    button.disabled = true;
    const words = await replaceFile(field);
    button.disabled = false;
    say(words);
    if (words !== HINT) announce(words);
  });
}
