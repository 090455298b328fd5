/** The entries of the navigation. */
export const SECTIONS = {
  overview: ['/console', 'Overview'],
  links: ['/console/links', 'Links'],
  statistics: ['/console/statistics', 'Statistics'],
  keys: ['/console/keys', 'Keys'],
  plan: ['/console/plan', 'Plan'],
  account: ['/console/account', 'Account'],
} as const satisfies Record<string, readonly [path: string, label: string]>;
export type Section = keyof typeof SECTIONS;

/** The icons of the console: SVG paths in a box of 24. */
export const ICONS: Record<Section, string> = {
  overview: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  links:
    'M10 14a4 4 0 0 0 6 .4l3-3A4 4 0 0 0 13.400 5.700L12 7.100M14 10a4 4 0 0 0-6-.4l-3 3A4 4 0 0 0 10.600 18.300L12 16.900',
  statistics: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  keys: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M16 7l3 3M13.500 9.500l2 2',
  plan: 'M12 3l9 5-9 5-9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.7-4 3.800-6 8-6s7.300 2 8 6',
};

/** The magnifier, by itself because every page has it in its script. */
export const SEARCH_ICON = 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L20 20';

/** Icons beside those of the navigation. */
export const MORE_ICONS = {
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  tag: 'M4 4h7.500L20 12.500 12.500 20 4 11.500zM8.500 8.500v.01',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  keyboard: 'M3 6h18v12H3zM7 10h10M8 14h8',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 17v3h-3',
  template: 'M4 7h8M16 7h4M14 5v4M4 17h3M11 17h9M9 15v4',
  guide: 'M6 3h8l5 5v13H6zM14 3v5h5M9.500 13h6M9.500 17h6',
};
