/** The links of an invented shop that sells coffee, for pictures of pages with a history. */

export type ShopLink = {
  readonly alias: string;
  readonly url: string;
  /** How many days ago it was made. */
  readonly age: number;
  /** Its clicks on an ordinary day. */
  readonly daily: number;
  /** The share of its clicks that come by its QR code. */
  readonly scanned?: number;
  readonly tags?: readonly string[];
  readonly title?: string;
  readonly notes?: string;
  readonly maxClicks?: number;
  readonly expiresInDays?: number;
  readonly password?: string;
};

const SHOP = 'https://www.cloudpeak.coffee';

/** Oldest first. */
export const SHOP_LINKS: readonly ShopLink[] = [
  {
    alias: 'menu',
    url: `${SHOP}/menu`,
    age: 340,
    daily: 62,
    scanned: 0.8,
    tags: ['Print'],
    title: 'Menu on the tables',
  },
  { alias: 'wifi', url: `${SHOP}/guests/wifi`, age: 338, daily: 19, scanned: 0.95, tags: ['Print'] },
  { alias: 'subscribe', url: `${SHOP}/subscriptions?plan=monthly`, age: 301, daily: 48, tags: ['Newsletter'] },
  { alias: 'brew-guide', url: `${SHOP}/guides/pour-over`, age: 260, daily: 27, title: 'Pour-over guide' },
  { alias: 'refer', url: `${SHOP}/friends/invite?source=short`, age: 233, daily: 14, tags: ['Partners'] },
  { alias: 'insta', url: `${SHOP}/lookbook`, age: 190, daily: 73, tags: ['Social'] },
  { alias: 'map', url: 'https://www.openstreetmap.org/relation/62422', age: 170, daily: 9, tags: ['Print'] },
  { alias: 'jobs', url: `${SHOP}/careers/barista`, age: 128, daily: 6 },
  { alias: 'ethiopia', url: `${SHOP}/beans/ethiopia-guji`, age: 96, daily: 22, tags: ['Social', 'Newsletter'] },
  { alias: 'press', url: `${SHOP}/press/kit.zip`, age: 81, daily: 3, password: 'roasted slowly', tags: ['Partners'] },
  { alias: 'autumn', url: `${SHOP}/sale/autumn`, age: 60, daily: 35, tags: ['Newsletter', 'Social'] },
  { alias: 'tasting', url: `${SHOP}/events/tasting-november`, age: 40, daily: 12, maxClicks: 5000, tags: ['Events'] },
  { alias: 'podcast', url: `${SHOP}/podcast/episode-31`, age: 26, daily: 18, tags: ['Partners', 'Social'] },
  { alias: 'giftcards', url: `${SHOP}/gift-cards`, age: 17, daily: 31, expiresInDays: 32, tags: ['Newsletter'] },
  {
    alias: 'workshop',
    url: `${SHOP}/events/latte-art`,
    age: 11,
    daily: 16,
    tags: ['Events'],
    title: 'Latte art workshop',
  },
  {
    alias: 'black-friday',
    url: `${SHOP}/sale/black-friday?utm_source=newsletter&utm_campaign=black-friday`,
    age: 6,
    daily: 210,
    scanned: 0.06,
    tags: ['Newsletter', 'Social'],
    title: 'Black Friday 2026',
    notes: 'Ends on Monday. The same address stands on the poster.',
  },
  { alias: 'advent', url: `${SHOP}/advent-calendar`, age: 2, daily: 44, tags: ['Newsletter'] },
];

/** The values of each dimension, and how often each comes. */
export const SHARES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  country: [
    ['DE', 34],
    ['US', 17],
    ['GB', 12],
    ['FR', 8],
    ['NL', 7],
    ['AT', 5],
    ['CH', 4],
    ['ES', 3],
    ['IT', 3],
    ['JP', 2],
    ['CA', 2],
    ['BR', 1],
    ['AU', 1],
    ['Unknown', 1],
  ],
  city: [
    ['Berlin, DE', 15],
    ['Hamburg, DE', 9],
    ['London, GB', 8],
    ['New York, US', 6],
    ['Paris, FR', 5],
    ['Munich, DE', 5],
    ['Unknown', 52],
  ],
  device: [
    ['Mobile', 61],
    ['Desktop', 34],
    ['Tablet', 5],
  ],
  browser: [
    ['Mobile Safari', 34],
    ['Chrome Mobile', 24],
    ['Chrome', 20],
    ['Firefox', 8],
    ['Edge', 6],
    ['Safari', 6],
    ['Instagram', 2],
  ],
  os: [
    ['iOS', 38],
    ['Android', 27],
    ['Windows', 18],
    ['Mac OS', 11],
    ['Linux', 5],
    ['iPadOS', 1],
  ],
  referrer: [
    ['Direct', 44],
    ['www.instagram.com', 17],
    ['mail.google.com', 12],
    ['www.google.com', 9],
    ['news.ycombinator.com', 6],
    ['t.co', 5],
    ['www.reddit.com', 4],
    ['xn--caf-dma.example', 3],
  ],
  language: [
    ['de', 40],
    ['en', 38],
    ['fr', 8],
    ['nl', 6],
    ['es', 3],
    ['it', 3],
    ['ja', 2],
  ],
};
