/** The drawings on the pages: a swiftlet and the trail of its flight. Screen readers skip them. */
import { type Html, trusted } from './html';

/** The SVG path of the bird: centred on 0,0, heading up, about 60 units wide. */
const BIRD =
  'M0-25c2 0 3.2 2.6 3.7 6.8C16-18 27-8 31.5 13 24.5 0 15-5.7 3.6-5.4c-.2 4.6-.7 8.4-1.4 11.9L6.5 25 0 14.5-6.5 25l4.3-18.5c-.7-3.5-1.2-7.3-1.4-11.9C-15-5.7-24.5 0-31.5 13-27-8-16-18-3.7-18.2-3.2-22.4-2-25 0-25z';

const drawing = (trail: string, bird: string): Html =>
  trusted(
    `<svg viewBox="0 0 528 96" preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><path class="trail" d="${trail}"/><path d="${BIRD}" transform="${bird}"/></svg>`,
  );

/** The drawings by cause. Each trail begins beyond the left edge of any screen. */
export const FLIGHTS = {
  /** For a link that can be followed. */
  flying: drawing(
    'M-1400 62C-700 120-200 64 0 44 120 24 190 34 262 58S424 100 474 60',
    'translate(496 34)rotate(46)scale(.8)',
  ),
  /** For a code that is not found. */
  lost: drawing(
    'M-1400 30C-700 20-200 50 0 74 120 94 270 94 338 62 386 40 376 6 344 8 308 10 318 66 372 74 410 79 446 66 474 48',
    'translate(496 34)rotate(56)scale(.8)',
  ),
  /** For a link that no longer works. */
  gone: drawing(
    'M-1400 40C-700 20-200 84 40 86 190 92 310 82 400 56 446 42 474 28 490 18',
    'translate(502 12)rotate(55)scale(.36)',
  ),
  /** For a visit that is refused, must wait, or needs a password. */
  turned: drawing(
    'M-1400 80C-700 90-200 40 0 26 160 8 330 6 430 16 506 24 520 66 466 74 448 76 432 72 414 66',
    'translate(390 56)rotate(-68)scale(.8)',
  ),
} satisfies Record<string, Html>;

export type Flight = keyof typeof FLIGHTS;

/** The icon. Its blue is visible on light and dark tab bars. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-33 -33 66 66"><path fill="#6f87cf" d="${BIRD}" transform="rotate(38)"/></svg>`;
