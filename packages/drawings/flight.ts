/** The bird of the house and its flights: one drawing for the pages of visitors and of the console. */

/** The SVG path of the swiftlet: centred on 0,0, heading up, about 60 units wide. */
export const BIRD =
  'M0-25c2 0 3.2 2.6 3.7 6.8C16-18 27-8 31.5 13 24.5 0 15-5.7 3.6-5.4c-.2 4.6-.7 8.4-1.4 11.9L6.5 25 0 14.5-6.5 25l4.3-18.5c-.7-3.5-1.2-7.3-1.4-11.9C-15-5.7-24.5 0-31.5 13-27-8-16-18-3.7-18.2-3.2-22.4-2-25 0-25z';

/** The box of a flight. The trail begins far beyond its left edge, so that it reaches the edge of any screen. */
export const FLIGHT_BOX = { viewBox: '0 0 528 96', preserveAspectRatio: 'xMaxYMid slice' } as const;

type Drawing = {
  /** The SVG path of the trail. */
  readonly trail: string;
  /** The transform of the bird at the end of its trail. */
  readonly bird: string;
};

/** The flights by cause. */
export const FLIGHTS = {
  /** For what goes on: a link that can be followed, a sign-in. */
  flying: {
    trail: 'M-1400 62C-700 120-200 64 0 44 120 24 190 34 262 58S424 100 474 60',
    bird: 'translate(496 34)rotate(46)scale(.8)',
  },
  /** For what is not found. */
  lost: {
    trail:
      'M-1400 30C-700 20-200 50 0 74 120 94 270 94 338 62 386 40 376 6 344 8 308 10 318 66 372 74 410 79 446 66 474 48',
    bird: 'translate(496 34)rotate(56)scale(.8)',
  },
  /** For what is over. */
  gone: {
    trail: 'M-1400 40C-700 20-200 84 40 86 190 92 310 82 400 56 446 42 474 28 490 18',
    bird: 'translate(502 12)rotate(55)scale(.5)',
  },
  /** For what goes on after a wait: two rounds, and then onward. */
  waiting: {
    trail:
      'M-1400 62C-700 90-200 20 0 30 100 36 176 78 236 78 266 78 286 53 282 33S254 13 250 33 265 78 296 78 346 53 342 33 314 13 310 33 325 78 355 78 427 70 474 50',
    bird: 'translate(496 34)rotate(54)scale(.8)',
  },
  /** For what is refused. */
  turned: {
    trail: 'M-1400 80C-700 90-200 40 0 26 160 8 330 6 430 16 506 24 520 66 466 74 448 76 432 72 414 66',
    bird: 'translate(390 56)rotate(-68)scale(.8)',
  },
} as const satisfies Record<string, Drawing>;

export type Flight = keyof typeof FLIGHTS;
